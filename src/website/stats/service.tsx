import type { Context } from '../../context.ts'
import type { ReadStatistics } from '../../stats/service.ts'
import { statisticsView } from '../../stats/view.ts'
import type { FoundPage } from '../found-page.ts'
import { siteOf } from '../parts/site.ts'
import { StatsPage } from './page.tsx'

export async function findStatsPage({ urls }: Context, readStatistics: ReadStatistics): Promise<FoundPage> {
  const statistics = await readStatistics()
  const { snapshot, validUntil } = statistics
  const { data: stats } = statisticsView(statistics)
  return {
    version: [stats],
    snapshot,
    validUntil,
    render: () => <StatsPage site={siteOf(urls)} stats={stats} />,
  }
}
