import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { GameSummary } from '../games/schemas.ts'
import type { CachedRoutes } from '../http/cache/cached-routes.ts'
import { operations, taggedView } from '../http/openapi/operation.ts'
import { Timestamp } from '../lists/schemas.ts'
import { timestamp } from '../text/timestamp.ts'
import type { ReadStatistics } from './service.ts'

const Numbers = z
  .object({
    lists: z.object({
      total: z.int().describe('Number of all lists, public and private.'),
      private: z.int().describe('Number of private lists.'),
      anonymous: z.int().describe('Number of lists without an author, public and private.'),
      by_game: z.array(GameSummary).describe('All games by name, each with the number of its public lists as of now.'),
    }),
    files: z.object({
      total: z.int().describe('Number of files of all lists. A file of several lists counts once for each of them.'),
      bytes: z.int().describe('Bytes of these files as they were uploaded.'),
      deduplicated_bytes: z
        .int()
        .describe(
          'Bytes of the files of all lists and of their past revisions, as stored. Files with equal names and contents count once.',
        ),
    }),
    authors: z.int().describe('Number of users who have a public list.'),
  })
  .meta({ id: 'Statistics', description: 'Numbers of the catalog. Expired and hidden lists do not count.' })

const StatisticsBody = z.object({
  data: Numbers,
  meta: z.object({
    counted_at: Timestamp.describe(
      'When the numbers were counted, at most a minute ago. The numbers of public lists in `by_game` are as of now.',
    ),
  }),
})

export const statsRoutes: FastifyPluginAsyncZod<{ readStatistics: ReadStatistics; cached: CachedRoutes }> = async (
  app,
  { readStatistics, cached },
) => {
  app.get('/', {
    config: { cacheKey: () => [] },
    schema: { ...docs.showStatistics, response: { 200: StatisticsBody, 304: z.undefined() } },
    handler: (request, reply) =>
      cached.send(request, reply, async () => {
        const statistics = await readStatistics()
        const { snapshot, validUntil } = statistics
        return { body: statisticsView(statistics), snapshot, validUntil }
      }),
  })
}

const docs = operations('Service', {
  showStatistics: {
    summary: 'View statistics',
    description:
      'Returns the numbers of lists, files and authors in the catalog. The numbers of public lists are exact. All other ' +
      'numbers are at most a minute old: `meta.counted_at` says when they were counted. Lists that have expired or were ' +
      'hidden by moderators do not count, nor do files that only they have. Private lists are included in the sums only.',
    ...taggedView('numbers'),
  },
})

function statisticsView({
  games,
  countedAt,
  ...counts
}: Awaited<ReturnType<ReadStatistics>>): z.output<typeof StatisticsBody> {
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
