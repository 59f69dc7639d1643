/** A kind of error. http/response/error-handler.ts maps each kind to an HTTP status. */
export type ErrorKind =
  | 'malformed'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'conflict'
  | 'gone'
  | 'precondition_failed'
  | 'precondition_required'
  | 'too_large'
  | 'unsupported_media_type'
  | 'range_not_satisfiable'
  | 'expectation_failed'
  | 'invalid'
  | 'rate_limited'
  | 'unavailable'

/** Messages by field, in the order in which they are shown. */
export type FieldErrors = Record<string, string[]>

export class CatalogError extends Error {
  readonly kind: ErrorKind
  readonly fields: FieldErrors | undefined
  /** What happened, for programs: the kind, or a more precise word (docs/api.md#errors). */
  readonly code: string

  constructor(kind: ErrorKind, message: string, fields?: FieldErrors, code: string = kind) {
    super(message)
    this.name = 'CatalogError'
    this.kind = kind
    this.fields = fields
    this.code = code
  }
}

/** Thrown by work that was given up, because the client that it was for has disconnected. */
export class ClientGone extends CatalogError {
  constructor() {
    super('unavailable', 'The client has disconnected.')
  }
}

/** Returns the error for input that breaks a rule. Its message is the first of the field messages. */
export function invalid(fields: FieldErrors): CatalogError {
  const first = Object.values(fields)[0]?.[0] ?? 'The given data was invalid.'
  return new CatalogError('invalid', first, fields)
}

/** Returns the error for a request whose token or key is missing or no longer valid. */
export const unauthenticated = () =>
  new CatalogError('unauthenticated', 'Unauthenticated: check the API token or owner key in the Authorization header.')

/** Returns the error for all requests to a server whose database another version has taken over. */
export const outdated = () =>
  new CatalogError(
    'unavailable',
    'Another version of the service has changed the database, so this server no longer answers. Start that version.',
  )

/** Returns the error for something that does not exist or is not visible to the client. */
export const notFound = (what: string, code = 'not_found') =>
  new CatalogError('not_found', `${what} not found.`, undefined, code)

export const listNotFound = () => notFound('List', 'list_not_found')
export const revisionNotFound = () => notFound('Revision', 'revision_not_found')
export const routeNotFound = () => notFound('Route', 'route_not_found')
