import { z } from 'zod'
import { formSchema } from '../../http/request/upload.ts'

export const MAX_ANSWERS = 300

const TOO_MANY = `There can be at most ${MAX_ANSWERS} answers. Remove all after these, and the search ends with the smallest set that crashed; or take its changes over into the list that works, and search again.`

const id = z.string({ error: 'The id must be a string.' })
const unitIds = z.array(id, { error: 'The value must be an array of ids of units.' })

const Answer = z.object(
  {
    take: unitIds
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
    keep: unitIds.default([]).describe('Units that are in every set.'),
    without: unitIds.optional().describe('Units that are in no set, such as what an earlier search has found.'),
    part: z.enum(['mods', 'plugins'], { error: 'The part must be mods or plugins.' }).optional(),
  }),
)
export type CulpritInput = z.output<typeof CulpritInput>

const text = z.string()
const ids = z.array(text)
const count = z.int().min(0)

export const CulpritUnit = z.object({
  id: text.describe('Short name of the unit. It follows from the name alone.'),
  kind: z.enum(['added', 'removed', 'enabled', 'disabled', 'moved', 'renamed']),
  moved: z.boolean().describe('Whether the entry also moved.'),
  name: text,
  from: text.nullable().describe('The old name of a renamed entry, else null.'),
  version: text.nullable(),
  source: text.nullable(),
})
export type CulpritUnit = z.output<typeof CulpritUnit>

const NotTested = z.object({
  what: z.enum(['settings', 'versions', 'plugins', 'mods']),
  count,
  text: text.describe('A sentence for people.'),
})

const VERDICTS = [
  'found',
  'unproved',
  'nothing_crashes',
  'all_works',
  'contradiction',
  'gave_up',
  'no_changes',
] as const

/** The state of a search, which follows from the two lists and the answers. */
export const CulpritState = z.object({
  part: z.enum(['mods', 'plugins']),
  units: z.array(CulpritUnit).describe('The changes that can be tested, in load order.'),
  next: z
    .object({
      take: ids,
      round: count.describe('Number of sets that have an answer, and one.'),
      rounds_left: count.describe('Rounds to the end, if one change makes the crash and every set can be tested.'),
    })
    .nullable()
    .describe('The set to test next.'),
  needed: ids.describe('Units that are known to be needed for the crash.'),
  suspects: ids.describe('Units among which the next needed one lies.'),
  found: ids.nullable().describe('Units that crash together.'),
  unproved: ids.describe('Those of `found` of which no answer shows that the others work without them.'),
  verdict: z.object({ code: z.enum(VERDICTS), text }).nullable(),
  contradiction: z
    .object({ take: ids, answers: z.array(count) })
    .nullable()
    .describe('A set that was answered with works and with crashes, and the numbers of these answers, from 0.'),
  doubts: z
    .array(z.array(count))
    .describe('Pairs of answers: one for a set that crashes, and one for a set that contains it and works.'),
  not_tested: z.array(NotTested).describe('What differs between the lists and is no unit.'),
})
export type CulpritState = z.output<typeof CulpritState>

export const Culprit = z
  .object({
    slugs: z.array(text).describe('Both lists with their revisions.'),
    ...CulpritState.shape,
    files: z
      .array(z.object({ name: text, content: z.array(text).describe('The lines, without line ends.') }))
      .describe('The files of the set to test next.'),
  })
  .meta({ id: 'Culprit', description: 'A search for the changes that make a list crash.' })
