import type { Context } from '../context.ts'
import { deleteOldDeviceCodes } from './device/queries.ts'
import { freeOldNames } from './names/queries.ts'
import { deleteOldCodes } from './recovery/queries.ts'
import { deleteOldSessions } from './sessions/queries.ts'
import { deleteOldPending } from './sign-in/queries.ts'

/** The largest allowed value of SESSION_DAYS. */
const MAX_SESSION_DAYS = 3650

/** Deletes ended sessions, unfinished sign-ins, expired codes and ended reservations of names. */
export async function sweepAccounts(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  sessionDays = MAX_SESSION_DAYS,
): Promise<void> {
  const now = clock()
  await deleteOldSessions(db, new Date(now.getTime() - sessionDays * 86_400_000))
  await deleteOldPending(db, now)
  await deleteOldCodes(db, now)
  await freeOldNames(db, now)
  // Expired device codes stay for an hour, so that a late poll gets `expired_token`.
  await deleteOldDeviceCodes(db, new Date(now.getTime() - 3_600_000))
}
