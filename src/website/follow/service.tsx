import type { Context } from '../../context.ts'
import { requireVersion } from '../../lists/revisions/service.ts'
import { listSummary } from '../../lists/view.ts'
import type { FoundPage } from '../found-page.ts'
import { shownList } from '../parts/shown-list.tsx'
import { siteOf } from '../parts/site.ts'
import { FollowPage } from './page.tsx'

/** Finds the page that says how to follow a list (404 if the list does not exist). */
export async function findFollowPage({ db, clock, urls }: Context, slug: string): Promise<FoundPage> {
  const { row, snapshot } = await requireVersion(db, { slug, revision: null }, null, clock())
  const list = shownList(listSummary(row, urls))
  return {
    version: [list],
    snapshot,
    validUntil: row.expiresAt,
    render: () => <FollowPage site={siteOf(urls)} list={list} />,
  }
}
