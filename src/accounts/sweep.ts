import type { Context } from '../context.ts'
import { deleteOldDeviceCodes } from './device/queries.ts'
import { deleteOldCodes } from './recovery/queries.ts'
import { deleteOldSessions } from './sessions/queries.ts'
import { deleteOldPending } from './sign-in/queries.ts'

/** A session that is older can't be used with any setting of SESSION_DAYS. */
const OLDEST_SESSION_MS = 3650 * 86_400_000

/** Deletes what can't be used any more: old sessions, sign-ins that were not finished, and codes that have expired. */
export async function sweepAccounts({ db, clock }: Pick<Context, 'db' | 'clock'>, sessionDays?: number): Promise<void> {
  const now = clock()
  const age = sessionDays === undefined ? OLDEST_SESSION_MS : sessionDays * 86_400_000
  await deleteOldSessions(db, new Date(now.getTime() - age))
  await deleteOldPending(db, now)
  await deleteOldCodes(db, now)
  // A program that asks late is told for an hour that its code has expired.
  await deleteOldDeviceCodes(db, new Date(now.getTime() - 3_600_000))
}
