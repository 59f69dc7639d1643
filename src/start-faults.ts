import { ConfigError } from './config.ts'
import { EmbeddedDatabaseError } from './db/embedded-error.ts'

/** What node-postgres reports of a database that can't be reached or logged in to: system errors, and SQLSTATE of classes 28 and 3D. */
const DATABASE_FAULTS = /^(ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|28...|3D...|57P03)$/

/** What a person can do about a fault that keeps a program from its work. Faults that nobody foresaw come with their stack. */
export function explainFault(fault: unknown): string {
  if (fault instanceof ConfigError || fault instanceof EmbeddedDatabaseError) return fault.message
  if (!(fault instanceof Error)) return String(fault)
  const { code = '', syscall }: NodeJS.ErrnoException = fault
  if (code === 'EADDRINUSE') return 'The port is taken by another program: stop it, or set PORT to a free one.'
  if (syscall === 'listen' || (syscall === 'getaddrinfo' && code === 'ENOTFOUND' && !('address' in fault))) {
    return `Can't listen: ${fault.message}. Set HOST to an address of this machine, and PORT to one above 1023.`
  }
  if (DATABASE_FAULTS.test(code)) {
    return `The database of DATABASE_URL can't be used: ${fault.message || code}. Check that it runs, its address and its password.`
  }
  return fault.stack ?? fault.message
}
