import { gameSummary } from '../games/view.ts'
import type { CatalogCounts } from './queries.ts'
import type { Statistics } from './schemas.ts'

export function statisticsView(counts: CatalogCounts): Statistics {
  const publicLists = counts.games.reduce((sum, { listsCount }) => sum + listsCount, 0)
  return {
    lists: {
      total: publicLists + counts.privateLists,
      private: counts.privateLists,
      anonymous: counts.anonymousLists,
      by_game: counts.games.map(gameSummary),
    },
    files: { total: counts.files, bytes: counts.bytes, deduplicated_bytes: counts.deduplicatedBytes },
    authors: counts.authors,
  }
}
