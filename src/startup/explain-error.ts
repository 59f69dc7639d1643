import { ConfigError } from '../config.ts'
import { EmbeddedDatabaseError } from '../db/embedded/error.ts'
import { isUnavailable } from '../db/failures.ts'
import { MigrationsMissingError } from '../db/migrations.ts'
import { DatabaseUrlError } from '../db/running.ts'

const FORESEEN = [ConfigError, EmbeddedDatabaseError, DatabaseUrlError, MigrationsMissingError]

/** What a person can do about a fault that keeps a program from its work. Faults that nobody foresaw come with their stack. */
export function explainFault(fault: unknown): string {
  if (!(fault instanceof Error)) return String(fault)
  if (FORESEEN.some((kind) => fault instanceof kind)) return fault.message
  const { code, syscall }: NodeJS.ErrnoException = fault
  if (code === 'EADDRINUSE') return 'The port is taken by another program: stop it, or set PORT to a free one.'
  if (syscall === 'listen' || syscall === 'getaddrinfo') {
    return `Can't listen: ${fault.message}. Set HOST to an address of this machine, and PORT to one above 1023.`
  }
  if (isUnavailable(fault)) return 'The database has gone away, or others keep it busy. Try again.'
  return fault.stack ?? fault.message
}
