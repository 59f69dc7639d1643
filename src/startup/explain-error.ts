import { ConfigError } from '../config.ts'
import { EmbeddedDatabaseError } from '../db/embedded/folder.ts'
import { isUnavailable } from '../db/failures.ts'
import { MigrationError } from '../db/migrations.ts'
import { DatabaseUrlError } from '../db/running.ts'

/** Errors whose message already says what to do. */
const EXPECTED = [ConfigError, EmbeddedDatabaseError, DatabaseUrlError, MigrationError]

/** Returns what a person can do about an error that ends the program. Returns the stack of an unexpected error. */
export function explainError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (EXPECTED.some((kind) => error instanceof kind)) return error.message
  const { code, syscall }: NodeJS.ErrnoException = error
  if (code === 'EADDRINUSE')
    return 'The port is in use by another program. Stop that program, or set PORT to a free port.'
  if (syscall === 'listen' || syscall === 'getaddrinfo') {
    return `Can't listen: ${error.message}. Set HOST to an address of this machine, and PORT to a port above 1023.`
  }
  if (isUnavailable(error)) return 'The database is unavailable or too busy. Try again.'
  return error.stack ?? error.message
}
