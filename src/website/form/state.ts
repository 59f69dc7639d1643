import { z } from 'zod'
import type { FieldErrors } from '../../errors.ts'
import { formSchema } from '../../http/request/upload.ts'

export interface FormState {
  values: Readonly<Record<string, string>>
  errors: FieldErrors
}

/** The state of a form before anything was typed. */
export const EMPTY_FORM: FormState = { values: {}, errors: {} }

/** The fields whose values are never sent back. */
const SECRETS = new Set(['owner_key', 'token', 'code', 'response'])

/** Returns what was typed, without secrets and files. Files must be chosen again: browsers forget them. */
export function typedForm(body: unknown): FormState {
  const { files, ...fields } = fieldsOf(body)
  const values = Object.entries(fields)
    .map(([name, value]) => [name, Array.isArray(value) ? value.join('\n') : value] as const)
    .filter((field): field is [string, string] => typeof field[1] === 'string' && !SECRETS.has(field[0]))
  const hasFiles = Array.isArray(files) && files.length > 0
  const errors: FieldErrors = hasFiles ? { files: ['Please choose your files again; browsers do not keep them.'] } : {}
  return { values: Object.fromEntries(values), errors }
}

/** Returns the fields of a body, or none if the body is not an object. */
export const fieldsOf = (body: unknown): Record<string, unknown> =>
  typeof body === 'object' && body !== null ? { ...body } : {}

export const formOf = <Shape extends z.ZodRawShape>(shape: Shape) => formSchema(z.object(shape))

/** A text field; empty if it is missing or not a text. */
export const text = z.string().catch('')

/** A number from 1 to `max`, in decimal digits. Anything else counts as `fallback`, also 0x1 and 1e3. */
export const wholeNumber = (max: number, fallback: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,9}$/)
    .transform(Number)
    .pipe(z.int().max(max))
    .catch(fallback)

/** The largest value of an id in the database (an integer of 32 bits). */
const MAX_ID = 2 ** 31 - 1

/** The id of a row. An invalid one counts as 0, which no row has. */
export const rowId = wholeNumber(MAX_ID, 0)

export const IdForm = formOf({ id: rowId })
