import { z } from 'zod'
import { formSchema } from '../../http/request/form-schema.ts'
import { Take } from '../../load-order/merging/take.ts'
import { ModEntry, OrderCounts } from '../../load-order/schemas.ts'

/** The body of a merge. A missing body, or one of another type, lacks the field `take`. */
export const MergeInput = formSchema(z.object({ take: Take }))

const { name, version, source } = ModEntry.shape

export const Merge = z
  .object({
    files: z
      .array(z.object({ name: z.string(), content: z.array(z.string()).describe('The lines, without line ends.') }))
      .describe('The files that change, under the names that they have in the first list.'),
    taken: z.object({ mods: OrderCounts, plugins: OrderCounts }).describe('Numbers of changes that were taken over.'),
    to_install: z
      .array(z.object({ name, version, source }))
      .describe('The added mods. Install them first: a mod manager drops the lines of mods that are not installed.'),
  })
  .meta({ id: 'Merge', description: 'The files of a list after changes of another list were taken over.' })
