import { z } from 'zod'
import { IndexMeta } from '../../http/request/paging.ts'
import { ListSummary } from '../../lists/schemas.ts'

/** The lists most similar to a list, the most similar one first. */
export const SimilarListsBody = z.object({
  data: z.array(
    z
      .object({
        ...ListSummary.shape,
        differences: z
          .int()
          .min(0)
          .describe('Number of mods and plugins that only one of the lists has, or that are on in only one of them.'),
      })
      .meta({ id: 'SimilarList', description: 'A list, and how many differences it has from the requested one.' }),
  ),
  meta: IndexMeta.optional(),
})
export type SimilarListsBody = z.output<typeof SimilarListsBody>
