import { z } from 'zod'
import { type CulpritInput, MAX_ANSWERS } from '../../compare/culprit/schemas.ts'
import { lastOf, optionalParameter } from '../../http/request/paging.ts'
import { formOf } from '../form/state.ts'

/** Version of the search. In another version, the same answers would mean other sets. */
const VERSION = '1'

/** The letters of an address, each an answer. */
export const LETTERS = { c: 'crashes', w: 'works', u: 'untestable' } as const
type Letter = keyof typeof LETTERS

const WRONG_ANSWERS =
  'The answers of this link can’t be read: it was cut off, or made by another version of this page. Start again.'

const answers = z
  .string({ error: WRONG_ANSWERS })
  .regex(/^1[cwu]*$/, WRONG_ANSWERS)
  .max(MAX_ANSWERS + 1, `There can be at most ${MAX_ANSWERS} answers.`)
  .transform((text) => text.slice(1))

/** The letters of a person who has seen that one list works and the other crashes. */
export const SEEN_BOTH = 'wc'

/** Maximum number of changes in every set, or in none. More would make an address that servers and proxies refuse. */
export const MAX_KEPT = 300

const ids = z.preprocess(
  (value) => [value ?? []].flat().filter((one) => one !== ''),
  z
    .array(z.string({ error: 'The value must be an id of a change.' }))
    .max(
      MAX_KEPT,
      `At most ${MAX_KEPT} changes can be in every round. Tick only those without which nothing would start.`,
    ),
)
const part = z.enum(['mods', 'plugins'], { error: 'The part must be mods or plugins.' })

/** Parses the address of a search: its answers, the changes that are in every set, and whether the files are downloaded. */
export const CulpritQuery = z
  .object({
    answers: optionalParameter(answers),
    keep: ids,
    without: ids,
    part: optionalParameter(part),
    download: z.preprocess((value) => lastOf(value) !== undefined, z.boolean()),
  })
  .transform(({ answers: letters, download, ...sets }) => ({ letters, ...sets, isDownload: download }))
export type CulpritQuery = z.output<typeof CulpritQuery>

/** The state of a search, as its address has it. Without letters it has not begun. */
export type CulpritAddress = Omit<CulpritQuery, 'isDownload'>

/** The form that starts a search again. It is posted, because all ticks would make too long an address. */
export const StartForm = formOf({ answers, 'keep[]': ids, 'without[]': ids, part: part.optional() }).transform(
  ({ answers: letters, 'keep[]': keep, 'without[]': without, part }): CulpritAddress => ({
    letters,
    keep,
    without,
    part,
  }),
)

export const inputOf = ({ letters = '', keep, without, part }: CulpritAddress): CulpritInput => ({
  answers: Array.from(letters, (letter) => ({ result: LETTERS[letter as Letter] })),
  keep,
  without,
  part,
})

/** Returns the fields of an address, in order. */
export const fieldsOf = ({ letters, keep, without, part }: CulpritAddress): [name: string, value: string][] => [
  ...(letters === undefined ? [] : [['answers', VERSION + letters] as [string, string]]),
  ...keep.map((id): [string, string] => ['keep', id]),
  ...without.map((id): [string, string] => ['without', id]),
  ...(part === undefined ? [] : [['part', part] as [string, string]]),
]

export function searchOf(address: CulpritAddress): string {
  const search = new URLSearchParams(fieldsOf(address)).toString()
  return search === '' ? '' : `?${search}`
}
