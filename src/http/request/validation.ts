import type { FastifySchemaValidationError } from 'fastify'
import type { FieldErrors } from '../../errors.ts'

/** Messages by field, of what a route's schema found wrong: a field is named as the client wrote it (`page[size]`). */
export function fieldErrors(issues: readonly FastifySchemaValidationError[]): FieldErrors {
  const fields: FieldErrors = {}
  for (const { instancePath, message } of issues) {
    const field = instancePath.slice(1)
    fields[field] = [...(fields[field] ?? []), message ?? 'The value is not valid.']
  }
  return fields
}
