import type { UploadLimits } from '../../http/request/upload.ts'
import { readCountsByGame } from '../../lists/by-game/queries.ts'
import type { PageSource } from '../../lists/collection/public-pages.ts'
import { earliest } from '../../text/timestamp.ts'
import { readPage } from '../collection/service.tsx'
import type { FoundPage } from '../found-page.ts'
import { siteOf } from '../parts/site.ts'
import { nextChange } from '../parts/time.tsx'
import { FrontPage } from './page.tsx'

const NEWEST = 10

/** Finds the front page. */
export async function findFrontPage(source: PageSource, limits: UploadLimits, signal: AbortSignal): Promise<FoundPage> {
  const { lists, total, snapshot, validUntil } = await readPage(source, {}, { skip: 0, take: NEWEST }, signal)
  const now = source.clock()
  const change = nextChange(lists, now)
  return {
    version: [lists, total, change, limits],
    snapshot,
    validUntil: earliest(validUntil, change),
    render: async () => {
      const { games } = await readCountsByGame(source.db, now)
      const data = { site: siteOf(source.urls), now, lists, total, games, limits }
      return <FrontPage {...data} />
    },
  }
}
