import type { z } from 'zod'
import { gameSummary } from '../lists/by-game/view.ts'
import { timestamp } from '../text/timestamp.ts'
import type { StatisticsBody } from './schemas.ts'
import type { Statistics } from './service.ts'

export function statisticsView({ games, countedAt, ...counts }: Statistics): z.output<typeof StatisticsBody> {
  const publicLists = games.reduce((sum, { listsCount }) => sum + listsCount, 0)
  return {
    data: {
      lists: {
        total: publicLists + counts.privateLists,
        private: counts.privateLists,
        anonymous: counts.anonymousLists,
        by_game: games.map(gameSummary),
      },
      files: { total: counts.files, bytes: counts.bytes, deduplicated_bytes: counts.deduplicatedBytes },
      authors: counts.authors,
    },
    meta: { counted_at: timestamp(countedAt) },
  }
}
