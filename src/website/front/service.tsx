import type { UploadLimits } from '../../http/request/upload.ts'
import { readCountsByGame } from '../../lists/by-game/queries.ts'
import { type PageSource, requestedPublicPage } from '../../lists/collection/public-pages.ts'
import type { ListSummary } from '../../lists/schemas.ts'
import { earliest } from '../../text/timestamp.ts'
import type { FoundPage } from '../found-page.ts'
import { shownList } from '../parts/shown-list.tsx'
import { siteOf } from '../parts/site.ts'
import { nextChange } from '../parts/time.tsx'
import { FrontPage } from './page.tsx'

const NEWEST = 10

/** Finds the front page. */
export async function findFrontPage(source: PageSource, limits: UploadLimits): Promise<FoundPage> {
  const found = await requestedPublicPage(source, { include: 'counts' }, { skip: 0, take: NEWEST })
  const { items, total, snapshot } = found
  const lists = items.map((item) => shownList(JSON.parse(item) as ListSummary))
  const now = source.clock()
  const change = nextChange(lists, now)
  return {
    version: [lists, total, change, limits],
    snapshot,
    validUntil: earliest(found.validUntil, change),
    render: async () => {
      const { games } = await readCountsByGame(source.db, now)
      const data = { site: siteOf(source.urls), now, lists, total, games, limits }
      return <FrontPage {...data} />
    },
  }
}
