import { z } from 'zod'
import { CompareQuery } from '../compare/query.ts'

/** Parses the address of a page that takes changes over: the ticks, and whether the files are downloaded. */
export const TakeOverQuery = z
  .looseObject({ take: z.unknown().optional(), download: z.unknown().optional() })
  .transform(({ take, download }) => ({
    query: CompareQuery.parse({ take }),
    isDownload: download !== undefined,
  }))
export type TakeOverQuery = z.output<typeof TakeOverQuery>
