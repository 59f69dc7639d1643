import { z } from 'zod'
import type { FormFile } from '../../http/request/upload.ts'
import { booleanField } from '../../text/boolean.ts'
import { isBinaryInPieces } from '../../text/encoding.ts'
import { isPrintable } from '../../text/harmless.ts'
import { LIFETIME_NAMES } from '../expiry/lifetimes.ts'
import { isGameId } from '../schemas.ts'
import { eachOptionalText, type OptionalTextName, TEXT_FIELDS, type TextFieldName } from '../text-fields.ts'
import { isLink } from './links.ts'
import { textOf } from './text.ts'
import { cleanName, uploadProblems } from './upload-rules.ts'

/** Field names of older clients. */
const ALIASES = { game_id: 'game', is_private: 'private', expires_at: 'expires' } as const

const text = (field: TextFieldName) => textOf(field, TEXT_FIELDS[field])

const MAX_NOTE_LENGTH = 500

/** The author's note on what changed. It belongs to the new revision, and no view of the list shows it. */
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

/** The optional texts. An empty text becomes null. The description must be sent; the others may be omitted or null. */
const { description, ...texts } = eachOptionalText((field): z.ZodType<string | null> => {
  const schema = TEXT_FIELDS[field].kind === 'link' ? link(field) : text(field)
  const sent = field === 'description' ? schema : z.preprocess((value) => value ?? '', schema)
  return sent.transform(emptyToNull).meta(describedText(field))
})

const name = z.preprocess(
  (value) => (typeof value === 'string' ? value.trim() : value),
  text('name').refine((value) => value !== '', 'The name field is required.'),
)

export const GAME_RULE = 'The game field must be the id or the name of a game: see GET /v1/games.'

/** A game by its id or name. The service checks whether it exists. */
const game = z
  .union([z.number(), z.string()], {
    error: ({ input }) => (input == null ? 'The game field is required.' : GAME_RULE),
  })
  .refine((value) => value !== '', { error: 'The game field is required.', abort: true })
  .refine((value) => isGameId(String(value)) || isGameName(value), GAME_RULE)
  .transform(String)

const isGameName = (value: string | number) => typeof value === 'string' && /\D/.test(value) && isPrintable(value)

/** The field `expires` of a form. Empty and null count as missing. */
export const expires = z.preprocess(
  (value) => (value === '' || value === null ? undefined : value),
  z.enum(LIFETIME_NAMES, { error: `The expires field must be one of ${LIFETIME_NAMES.join(', ')}.` }).optional(),
)

const areFiles = (value: unknown): value is FormFile[] =>
  Array.isArray(value) && value.length > 0 && value.every((file) => Buffer.isBuffer(file?.pieces?.[0]))

const files = z
  .custom<FormFile[]>(areFiles, 'The files field is required: at least one file, sent as multipart/form-data.')
  .superRefine((uploaded, context) => {
    const named = uploaded.map(({ name, pieces }) => ({ path: name, name: cleanName(name), pieces }))
    for (const message of uploadProblems(named, ({ pieces }) => isBinaryInPieces(pieces)))
      context.addIssue({ code: 'custom', message })
  })
  .transform((uploaded) => uploaded.map((file) => ({ ...file, name: cleanName(file.name) })))

export const GAME_TYPES = { anyOf: [{ type: 'integer' as const, minimum: 1 }, { type: 'string' as const }] }

/** The fields of a form. `meta` describes them in the reference, and has the JSON schema where zod can't derive it. */
export const ListFields = z.object({
  name: name.meta({ ...describedText('name'), minLength: 1 }),
  game: game.meta({
    description: 'Id of the game, or its name in any case; see `GET /v1/games`. Older clients call it `game_id`.',
    ...GAME_TYPES,
  }),
  description,
  files: files.meta({
    description:
      'Text files in any common encoding. No two names may be equal when case is ignored. The field may also be called ' +
      '`files` or `files[0]`.',
    type: 'array',
    items: { type: 'string', format: 'binary' },
    minItems: 1,
  }),
  ...texts,
  private: booleanField('private').meta({
    description:
      'Leaves the list out of all collections; anyone with its slug can still view it. The default of a create or ' +
      'replacement is `false`. `1 0 on off yes no` are accepted too, in any case. Older clients call it `is_private`.',
    type: 'boolean',
  }),
  expires: expires.describe(
    'When the list expires. The default of a create or replacement is a day if the list is anonymous, and never if it has ' +
      'an author. Older clients call it `expires_at`.',
  ),
  note: note.meta({
    description: 'What changed, in your words. The history shows it with the new revision.',
    maxLength: MAX_NOTE_LENGTH,
  }),
})

export const fieldName = (field: string): string =>
  ALIASES[field as keyof typeof ALIASES] ?? field.replace(/^remove\[\d*\]$/, 'remove')

const withoutAliases = (body: unknown) => {
  if (typeof body !== 'object' || body === null) return {}
  const renamed = Object.entries(body).map(([field, value]) => [ALIASES[field as keyof typeof ALIASES] ?? field, value])
  return { ...Object.fromEntries(renamed), ...body }
}

export const ListInput = z
  .preprocess(withoutAliases, ListFields)
  .meta({ id: 'ListForm', description: 'The fields and files to create a list with, or to replace it with.' })
export type ListInput = z.output<typeof ListFields>

const REMOVE_RULE = 'The remove field must be a list of file names.'

const PatchFields = z.object({
  ...ListFields.partial().shape,
  remove: z.array(z.string(REMOVE_RULE), REMOVE_RULE).optional().meta({
    description: 'Names of files to remove from the list. The field may also be called `remove` or `remove[0]`.',
  }),
})
export type ListPatch = z.output<typeof PatchFields>

/** Returns the body with `remove`, `remove[]` and `remove[0]` joined, and without an empty list of files. */
const withoutBrackets = (body: unknown) => {
  const { files, ...fields } = withoutAliases(body) as Record<string, unknown>
  const removals = Object.keys(fields).filter((field) => /^remove(\[\d*\])?$/.test(field))
  const remove = removals.flatMap((field) => fields[field])
  const hasFiles = files !== undefined && !(Array.isArray(files) && files.length === 0)
  return { ...fields, ...(hasFiles && { files }), ...(removals.length > 0 && { remove }) }
}

export const PatchForm = z
  .preprocess(withoutBrackets, PatchFields)
  .meta({ id: 'PatchForm', description: 'The changes to a list. Fields and files that are not sent stay the same.' })

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
          description: 'Must be `PUT` or `PATCH`, in any case. Both replace the list.',
          pattern: '^([Pp][Uu][Tt]|[Pp][Aa][Tt][Cc][Hh])$',
        }),
      ...ListFields.shape,
    }),
  )
  .meta({
    id: 'UpdateForm',
    description: 'The fields and files to replace a list with, for clients that can only POST.',
  })
