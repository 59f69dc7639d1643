import { sweepAccounts } from '../accounts/service.ts'
import type { DataContext } from '../context.ts'
import { isUnavailable } from '../db/failures.ts'
import { type LogSetAside, sweepLists } from '../lists/expiry/sweep.ts'
import { sweepIdempotencyKeys } from '../lists/writing/idempotency-service.ts'
import { sweepClosedReports } from '../moderation/reports/service.ts'
import { sweepNames } from '../mods/indexing/service.ts'
import { sweepSenders } from '../senders/service.ts'

/**
 * Deletes what nobody can reach any more or what must not be kept. Names are looked at once a day, or after
 * `namesEvery` milliseconds. A part that fails delays no other; the first error is thrown at the end.
 */
export async function sweep(
  context: DataContext,
  signal?: AbortSignal,
  sessionDays?: number,
  logSetAside?: LogSetAside,
  namesEvery?: number,
): Promise<{ lists: number; files: number }> {
  let swept = { lists: 0, files: 0 }
  const failures: unknown[] = []
  for (const part of [
    () => sweepAccounts(context, sessionDays),
    () => sweepSenders(context),
    () => sweepIdempotencyKeys(context),
    () => sweepClosedReports(context),
    async () => {
      swept = await sweepLists(context, signal, logSetAside)
    },
    () => sweepNames(context, namesEvery),
  ]) {
    if (signal?.aborted) break
    try {
      await part()
    } catch (error) {
      if (isUnavailable(error)) throw error
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
  return swept
}
