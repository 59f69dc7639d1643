import type { Context } from '../../context.ts'
import { readCountsByGame } from '../../games/count-queries.ts'
import type { FoundPage } from '../found-page.ts'
import { siteOf } from '../parts/site.ts'
import { HelpPage } from './page.tsx'

/** Finds the page that says where files are. It is always the same; the query only finds the snapshot for the cache. */
export async function findHelpPage({ db, clock, urls }: Context): Promise<FoundPage> {
  const { snapshot } = await readCountsByGame(db, clock())
  return {
    version: [],
    snapshot,
    validUntil: null,
    render: () => <HelpPage site={siteOf(urls)} />,
  }
}
