import { z } from 'zod'
import { IndexMeta } from '../../http/request/paging.ts'

const neighbours = z.array(
  z.object({
    name: z.string().describe('Name as one of these lists writes it.'),
    lists_count: z.int().min(1).describe('Number of these lists in which it is there.'),
  }),
)

/** What usually comes directly before and after a mod or plugin. */
export const NeighboursBody = z.object({
  data: z
    .object({
      lists_count: z
        .int()
        .min(0)
        .describe(
          'Number of lists whose order was read: of the ten newest that hold it, those whose files can be read.',
        ),
      before: neighbours.describe('Up to five names directly before it in these orders, most lists first.'),
      after: neighbours.describe('Up to five names directly after it in these orders, most lists first.'),
    })
    .meta({
      id: 'Neighbours',
      description: 'What usually comes directly before and after a mod or plugin in the orders of its newest lists.',
    }),
  meta: IndexMeta.optional(),
})
export type NeighboursBody = z.output<typeof NeighboursBody>
