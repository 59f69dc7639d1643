import { z } from 'zod'
import { GameSummary } from '../games/schemas.ts'
import { Timestamp } from '../lists/schemas.ts'

export const Statistics = z
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

export type Statistics = z.output<typeof Statistics>

export const StatisticsBody = z.object({
  data: Statistics,
  meta: z.object({
    counted_at: Timestamp.describe(
      'When the numbers were counted, at most a minute ago. The numbers of public lists in `by_game` are as of now.',
    ),
  }),
})
