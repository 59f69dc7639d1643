import type { FieldErrors } from '../../errors.ts'

/** A form as it is shown: what its fields hold, and what is wrong with them. */
export interface FormState {
  values: Readonly<Record<string, string>>
  errors: FieldErrors
}

/** What a key or a token is, or the bytes of a file, is never sent back. */
const SECRETS = new Set(['owner_key', 'token'])

/** The texts that were typed into a form, as they came. */
export const typedValues = (body: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fieldsOf(body)).filter((field): field is [string, string] => {
      const [name, value] = field
      return typeof value === 'string' && !SECRETS.has(name)
    }),
  )

/** Whether files were chosen in a form. */
export function hasFiles(body: unknown): boolean {
  const { files } = fieldsOf(body)
  return Array.isArray(files) && files.length > 0
}

/** The fields of a body, whatever came as one. */
export const fieldsOf = (body: unknown): Record<string, unknown> =>
  typeof body === 'object' && body !== null ? { ...body } : {}
