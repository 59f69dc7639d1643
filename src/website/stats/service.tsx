import type { Context } from '../../context.ts'
import { countCatalog } from '../../stats/queries.ts'
import { statisticsView } from '../../stats/view.ts'
import { documentOf } from '../parts/document.tsx'
import { siteOf } from '../parts/site.ts'
import type { FoundPage } from '../send-page.ts'
import { StatsPage } from './page.tsx'

export async function findStatsPage({ db, clock, urls }: Context): Promise<FoundPage> {
  const { snapshot, validUntil, ...counts } = await countCatalog(db, clock())
  const stats = statisticsView(counts)
  return {
    version: [stats],
    snapshot,
    validUntil,
    sourceBytes: 0,
    render: () => documentOf(<StatsPage site={siteOf(urls)} stats={stats} />),
  }
}
