import type { z } from 'zod'
import { timestamp } from '../text/timestamp.ts'
import type { StatisticsBody } from './schemas.ts'
import type { Statistics } from './service.ts'

export function statisticsView({ games, countedAt, ...counts }: Statistics): z.output<typeof StatisticsBody> {
  const publicLists = games.reduce((sum, { lists_count: count }) => sum + count, 0)
  return {
    data: {
      lists: {
        total: publicLists + counts.privateLists,
        private: counts.privateLists,
        anonymous: counts.anonymousLists,
        by_game: games,
      },
      files: { total: counts.files, bytes: counts.bytes, deduplicated_bytes: counts.deduplicatedBytes },
      authors: counts.authors,
    },
    meta: { counted_at: timestamp(countedAt) },
  }
}
