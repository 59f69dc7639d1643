import { z } from 'zod'
import { formSchema } from '../../http/request/form-schema.ts'

/** Maximum number of answers of a search. */
export const MAX_ANSWERS = 300

const TOO_MANY = `There can be at most ${MAX_ANSWERS} answers. Remove all after these, and the search ends with the smallest set that crashed; or take its changes over into the list that works, and search again.`

const id = z.string({ error: 'The id must be a string.' })
const ids = z.array(id, { error: 'The value must be an array of ids of units.' })

const Answer = z.object(
  {
    take: ids
      .optional()
      .describe('The set that was tested. Without it, the set that is asked for after the answers before.'),
    result: z.enum(['works', 'crashes', 'untestable'], { error: 'The result must be works, crashes or untestable.' }),
  },
  { error: 'The answer must be an object.' },
)

/** The body of a search for the changes that make a crash. It holds all answers, because nothing is stored. */
export const CulpritInput = formSchema(
  z.object({
    answers: z.array(Answer, { error: 'The answers must be an array.' }).max(MAX_ANSWERS, TOO_MANY).default([]),
    keep: ids.default([]).describe('Units that are in every set.'),
    without: ids.optional().describe('Units that are in no set, such as what an earlier search has found.'),
    part: z.enum(['mods', 'plugins'], { error: 'The part must be mods or plugins.' }).optional(),
  }),
)
export type CulpritInput = z.output<typeof CulpritInput>
