import type { FieldErrors } from '../../errors.ts'

/** The values and the errors of a form's fields. */
export interface FormState {
  values: Readonly<Record<string, string>>
  errors: FieldErrors
}

/** The state of a form before anything was typed. */
export const EMPTY_FORM: FormState = { values: {}, errors: {} }

/** The fields whose values are never sent back. */
const SECRETS = new Set(['owner_key', 'token', 'code', 'response'])

/** Returns the texts that were typed into a form. Secrets and files are left out. */
export const typedValues = (body: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fieldsOf(body)).filter(
      (field): field is [string, string] => typeof field[1] === 'string' && !SECRETS.has(field[0]),
    ),
  )

/** Returns whether files were chosen in a form. */
export function hasFiles(body: unknown): boolean {
  const { files } = fieldsOf(body)
  return Array.isArray(files) && files.length > 0
}

/** Returns the fields of a body, or none if the body is not an object. */
export const fieldsOf = (body: unknown): Record<string, unknown> =>
  typeof body === 'object' && body !== null ? { ...body } : {}
