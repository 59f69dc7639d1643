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

/**
 * Returns what was typed into a form, several values of a field as lines, without secrets and files, and an error if files were chosen: browsers empty file
 * fields when a form is shown again.
 */
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
