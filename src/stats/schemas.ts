import { z } from 'zod'
import { GameSummary } from '../games/schemas.ts'

export const Statistics = z
  .object({
    lists: z.object({
      total: z.int().describe('How many lists there are, public and private.'),
      private: z.int().describe('How many of them are private.'),
      anonymous: z.int().describe('How many of them, public and private, have no author.'),
      by_game: z.array(GameSummary).describe('All games by name, each with the number of its public lists.'),
    }),
    files: z.object({
      total: z.int().describe('How many files the lists have: one that several lists have counts for each of them.'),
      bytes: z.int().describe('The bytes of these files, as they were uploaded.'),
      deduplicated_bytes: z
        .int()
        .describe(
          'The bytes of all files of lists and of their past revisions, as they are stored: equal files of one name once.',
        ),
    }),
    authors: z.int().describe('How many users have a public list.'),
  })
  .meta({ id: 'Statistics', description: 'How much there is in the catalog. What has expired does not count.' })

export type Statistics = z.output<typeof Statistics>
