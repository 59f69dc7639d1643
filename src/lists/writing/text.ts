import { z } from 'zod'
import { isInvisible, isPrintable } from '../../text/harmless.ts'
import { normalizeLineEnds } from '../../text/lines.ts'

/** Returns the schema of a readable text that PostgreSQL can store. Spaces alone mean an empty text. */
export function textOf(field: string, { kind, maxLength }: { kind: string; maxLength: number }) {
  const isText = (value: string) => isPrintable(kind === 'lines' ? value.replace(/[\t\n]/g, '') : value)
  const isBlank = (value: string) => kind === 'line' && value.trim() !== '' && isText(value) && isInvisible(value)
  return z
    .string({
      error: ({ input }) =>
        input == null ? `The ${field} field is required.` : `The ${field} field must be a string.`,
    })
    .overwrite(normalizeLineEnds)
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
