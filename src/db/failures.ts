import pg from 'pg'
import { Prisma } from './generated/client.ts'
import { StandbyError } from './session.ts'

/** Prisma's codes for a row that another transaction wrote or deleted first. */
const CONFLICTS = new Set(['P2002', 'P2003'])

/** SQLSTATEs of deadlocks and serialization failures in errors of raw queries. */
const DEADLOCK = /^40(001|P01)$/

/** Prisma's codes for an unavailable database: unreachable, timed out, closed, or without free connections. */
const ABSENCES = new Set(['P1000', 'P1001', 'P1002', 'P1003', 'P1008', 'P1011', 'P1017', 'P2024', 'P2028', 'P2037'])

/** SQLSTATEs of an unavailable database: connection, login, disk full, read-only, stopped, cancelled, locked. */
const ABSENT_STATES = /^(08|28|3D|53|57|58)|^(25006|25P03|55P03)$/

/** The Prisma adapter's own kinds of errors for an unavailable database, in raw queries. They have no code. */
const ABSENT_KINDS = new Set(['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout', 'TlsConnectionError'])

/** Messages of node-postgres for a connection that was lost or not opened. It has no codes for them. */
const LOST_CONNECTION =
  /^(Connection terminated|timeout expired$|timeout exceeded when trying to connect|Client (has encountered a connection error|was closed)|Query read timeout|Cannot use a pool after calling end)/

/** System error codes of an address where nothing listens, or of a connection that was lost. */
const NO_CONNECTION = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'EAI_AGAIN',
])

/** SQLSTATEs of a row that another transaction wrote, deleted or locked first. */
const CONFLICT_STATES = new Set(['23505', '23503', '40001', '40P01'])

/** Whether the transaction conflicted with another one and may be retried. */
export function isConflict(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return CONFLICT_STATES.has(error.code ?? '') // an operator's work
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return false
  return CONFLICTS.has(error.code) || CONFLICT_STATES.has(adapterCause(error).originalCode ?? '') || isTransient(error)
}

/** Whether a transaction of Prisma failed only because of its timing, for example in a deadlock. */
export const isTransient = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError &&
  (error.code === 'P2034' || DEADLOCK.test(adapterCause(error).originalCode ?? ''))

/** Whether Prisma did not find a row that must exist, or that a new row refers to. */
export const isRowGone = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError && (error.code === 'P2003' || error.code === 'P2025')

/** Whether a row violates this foreign key constraint, because the row it refers to was deleted. */
export function refersToGone(error: unknown, constraint: string): boolean {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return false
  const { originalCode, constraint: violated } = adapterCause(error)
  return originalCode === '23503' && violated?.index === constraint
}

/** Whether PostgreSQL cancelled the statement, for example because it reached its time limit. */
export const isCancelled = (error: unknown): boolean =>
  error instanceof Error &&
  (error instanceof pg.DatabaseError ? error.code : adapterCause(error).originalCode) === '57014'

/** Whether the database is unavailable, or too busy to answer in time. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof StandbyError) return true
  if (error instanceof Prisma.PrismaClientInitializationError) return true
  if (error instanceof Prisma.PrismaClientKnownRequestError && ABSENCES.has(error.code)) return true
  if (!(error instanceof Error)) return false
  if ('code' in error && NO_CONNECTION.has(String(error.code))) return true
  if (error instanceof pg.DatabaseError) return ABSENT_STATES.test(error.code ?? '')
  const { originalCode = '', kind = '' } = adapterCause(error)
  return ABSENT_STATES.test(originalCode) || ABSENT_KINDS.has(kind) || LOST_CONNECTION.test(error.message)
}

interface AdapterCause {
  originalCode?: string
  kind?: string
  constraint?: { index?: string }
}

function adapterCause(error: Error): AdapterCause {
  const meta = 'meta' in error ? (error.meta as { driverAdapterError?: { cause?: object } } | undefined) : undefined
  return meta?.driverAdapterError?.cause ?? (error.cause as object | undefined) ?? {}
}
