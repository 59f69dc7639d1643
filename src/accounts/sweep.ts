import type { Context } from '../context.ts'
import { deleteOldDeviceCodes } from './device/queries.ts'
import { deleteOldCodes } from './recovery/queries.ts'
import { deleteOldSessions } from './sessions/queries.ts'
import { deleteOldPending } from './sign-in/queries.ts'

/** Age at which a session has ended under any allowed value of SESSION_DAYS. */
const OLDEST_SESSION_MS = 3650 * 86_400_000

/** Deletes ended sessions, unfinished sign-ins and expired codes. */
export async function sweepAccounts({ db, clock }: Pick<Context, 'db' | 'clock'>, sessionDays?: number): Promise<void> {
  const now = clock()
  const age = sessionDays === undefined ? OLDEST_SESSION_MS : sessionDays * 86_400_000
  await deleteOldSessions(db, new Date(now.getTime() - age))
  await deleteOldPending(db, now)
  await deleteOldCodes(db, now)
  // Expired device codes stay for an hour, so that a late poll gets `expired_token`.
  await deleteOldDeviceCodes(db, new Date(now.getTime() - 3_600_000))
}
