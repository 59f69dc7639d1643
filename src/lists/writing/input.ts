import { z } from 'zod'
import type { FormFile } from '../../http/request/form.ts'
import { isBinaryInPieces } from '../../text/encoding.ts'
import { isInvisible, isPrintable } from '../../text/harmless.ts'
import { LIFETIME_NAMES } from '../expiry/lifetimes.ts'
import { eachOptionalText, type OptionalTextName, TEXT_FIELDS, type TextFieldName } from '../text-fields.ts'
import { isLink } from './links.ts'
import { cleanName, uploadProblems } from './upload-rules.ts'

/** The field names of older clients, by their present names (docs/api.md#creating-and-replacing-a-list). */
const ALIASES = { game_id: 'game', is_private: 'private', expires_at: 'expires' } as const

/**
 * A text that PostgreSQL can store and people can read, by the rule of file names. Fields of several lines may also have
 * line ends and tabs, and may be blank. Spaces alone are not refused here: clients send them for an empty text.
 */
const text = (field: TextFieldName) => textOf(field, TEXT_FIELDS[field])

function textOf(field: string, { kind, maxLength }: { kind: string; maxLength: number }) {
  const isText = (value: string) => isPrintable(kind === 'lines' ? value.replace(/[\t\n\r]/g, '') : value)
  const isBlank = (value: string) => kind === 'line' && value.trim() !== '' && isText(value) && isInvisible(value)
  return z
    .string({
      error: ({ input }) =>
        input == null ? `The ${field} field is required.` : `The ${field} field must be a string.`,
    })
    .refine(
      (value) => [...value].length <= maxLength,
      `The ${field} field must not be greater than ${maxLength.toLocaleString('en')} characters.`,
    )
    .refine(
      isText,
      `The ${field} field must not have control characters or marks that change the direction of writing.`,
    )
    .refine((value) => !isBlank(value), `The ${field} field must have characters that can be seen.`)
}

/** Maximum length of a revision's note, in characters. */
export const MAX_NOTE_LENGTH = 500

/** What changed, in the author's words. It belongs to the revision that the write makes, and is in no view of the list. */
const note = z
  .preprocess((value) => value ?? '', textOf('note', { kind: 'lines', maxLength: MAX_NOTE_LENGTH }).trim())
  .transform((value) => emptyToNull(value))

const emptyToNull = (value: string) => (value === '' ? null : value)

const link = (field: OptionalTextName) =>
  text(field)
    .trim()
    .refine((value) => value === '' || isLink(value), `The ${field} field must be a valid http or https URL.`)

const describedText = (field: TextFieldName) => {
  const { taken, maxLength } = TEXT_FIELDS[field]
  return { description: taken, maxLength }
}

/** The optional texts: an empty one is null. The description must be sent; the others may be left out, or be null. */
const { description, ...texts } = eachOptionalText((field): z.ZodType<string | null> => {
  const schema = TEXT_FIELDS[field].kind === 'link' ? link(field) : text(field)
  const sent = field === 'description' ? schema : z.preprocess((value) => value ?? '', schema)
  return sent.transform(emptyToNull).meta(describedText(field))
})

const name = z.preprocess(
  (value) => (typeof value === 'string' ? value.trim() : value),
  text('name').refine((value) => value !== '', 'The name field is required.'),
)

/** The id of a game, as number or digits. Whether there is such a game is for the service to say. */
const game = z
  .union([z.number(), z.string()], {
    error: ({ input }) => (input == null ? 'The game field is required.' : 'The game field must be the id of a game.'),
  })
  .refine((value) => value !== '', { error: 'The game field is required.', abort: true })
  .refine((value) => /^\d{1,9}$/.test(String(value)), 'The game field must be the id of a game.')
  .transform(Number)

const TRUTHS: ReadonlyMap<string, boolean> = new Map([
  ...['1', 'true', 'on', 'yes'].map((word) => [word, true] as const),
  ...['0', 'false', 'off', 'no', ''].map((word) => [word, false] as const),
])

const NO_TRUTH = 'The private field must be true or false.'

const isPrivate = z
  .preprocess(
    (value) => (typeof value === 'boolean' || typeof value === 'number' ? String(value) : (value ?? '')),
    z
      .string(NO_TRUTH)
      .toLowerCase()
      .refine((value) => TRUTHS.has(value), NO_TRUTH),
  )
  .transform((value) => TRUTHS.get(value) ?? false)

const expires = z.preprocess(
  (value) => (value === '' || value === null ? undefined : value),
  z.enum(LIFETIME_NAMES, { error: `The expires field must be one of ${LIFETIME_NAMES.join(', ')}.` }).optional(),
)

const areFiles = (value: unknown): value is FormFile[] =>
  Array.isArray(value) && value.length > 0 && value.every((file) => Buffer.isBuffer(file?.pieces?.[0]))

const isBinary = ({ pieces }: FormFile) => isBinaryInPieces(pieces)

const files = z
  .custom<FormFile[]>(areFiles, 'The files field is required: at least one file, sent as multipart/form-data.')
  .transform((uploaded) => uploaded.map((file) => ({ ...file, name: cleanName(file.name) })))
  .superRefine((uploaded, context) => {
    for (const message of uploadProblems(uploaded, isBinary)) context.addIssue({ code: 'custom', message })
  })

/** The fields of a form. `meta` has what the reference says, and the JSON schema where zod can't derive it from checks. */
export const ListFields = z.object({
  name: name.meta({ ...describedText('name'), minLength: 1 }),
  game: game.meta({
    description: 'Id of the game, see `GET /v1/games`. Older clients call it `game_id`.',
    anyOf: undefined, // zod would describe it as a number or a text
    type: 'integer',
    minimum: 1,
  }),
  description,
  files: files.meta({
    description:
      'The files: text in any common encoding, with names that differ in more than case. `files` and `files[0]` are ' +
      'accepted as names of the field too.',
    type: 'array',
    items: { type: 'string', format: 'binary' },
    minItems: 1,
  }),
  ...texts,
  private: isPrivate.meta({
    description:
      'Leaves the list out of all collections; anyone with its slug can still view it. `false` unless a create or ' +
      'replacement sends it. Also `1 0 on off yes no`, in any case. Older clients call it `is_private`.',
    type: 'boolean',
  }),
  expires: expires.describe(
    'When the list expires. A create or replacement without it: in a day if the list is anonymous, never if it has an ' +
      'author. Older clients call it `expires_at`.',
  ),
  note: note.meta({
    description: 'What changed, in your words. The history shows it with the revision that this write makes.',
    maxLength: MAX_NOTE_LENGTH,
  }),
})

/** A body whose older field names are given their present ones; a present name that is there too wins. */
const withoutAliases = (body: unknown) => {
  if (typeof body !== 'object' || body === null) return {}
  const renamed = Object.entries(body).map(([field, value]) => [ALIASES[field as keyof typeof ALIASES] ?? field, value])
  return { ...Object.fromEntries(renamed), ...body }
}

/** What a list is made from, or replaced by. A request without a body is one without fields. */
export const ListInput = z
  .preprocess(withoutAliases, ListFields)
  .meta({ id: 'ListForm', description: 'What a list is made from, or replaced by.' })
export type ListInput = z.output<typeof ListFields>

const REMOVE_RULE = 'The remove field must be a list of file names.'

/** The fields of a patch: none is required. */
const PatchFields = z.object({
  ...ListFields.partial().shape,
  remove: z.array(z.string(REMOVE_RULE), REMOVE_RULE).optional().meta({
    description: 'Names of files to take out of the list. `remove` and `remove[0]` are names of the field too.',
  }),
})
export type ListPatch = z.output<typeof PatchFields>

/** A body without its empty list of files, and with the values of `remove`, `remove[]` and `remove[0]` as `remove`. */
const withoutBrackets = (body: unknown) => {
  const { files, ...fields } = withoutAliases(body) as Record<string, unknown>
  const removals = Object.keys(fields).filter((field) => /^remove(\[\d*\])?$/.test(field))
  const remove = removals.flatMap((field) => fields[field])
  const hasFiles = files !== undefined && !(Array.isArray(files) && files.length === 0)
  return { ...fields, ...(hasFiles && { files }), ...(removals.length > 0 && { remove }) }
}

/** What a list is changed by: the fields and files that are sent, and no others. */
export const PatchForm = z
  .preprocess(withoutBrackets, PatchFields)
  .meta({ id: 'PatchForm', description: 'What changes in a list: only what is sent.' })

/** The form of clients that can only POST. */
export const UpdateForm = z
  .preprocess(
    withoutAliases,
    z.object({
      _method: z
        .string({
          error: ({ input }) => (input == null ? 'The _method field is required.' : 'The _method field must be PUT.'),
        })
        .regex(/^(PUT|PATCH)$/i, 'The _method field must be PUT.')
        .meta({
          description: 'Says that the list is to be replaced: `PUT` or `PATCH`, in any case.',
          pattern: '^([Pp][Uu][Tt]|[Pp][Aa][Tt][Cc][Hh])$',
        }),
      ...ListFields.shape,
    }),
  )
  .meta({ id: 'UpdateForm', description: 'What a list is replaced by, for clients that can only POST.' })
