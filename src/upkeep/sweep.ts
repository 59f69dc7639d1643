import { sweepAccounts } from '../accounts/sweep.ts'
import type { Context } from '../context.ts'
import type { LogSetAside } from '../lists/expiry/queue-service.ts'
import { sweepLists } from '../lists/expiry/sweep.ts'
import { sweepClosedReports } from '../moderation/reports/service.ts'
import { sweepNames } from '../mods/sweep/service.ts'
import { sweepSenders } from '../senders/service.ts'

/**
 * Deletes what nobody can reach any more or what must not be kept: expired lists, unused files, ended reservations of
 * slugs, hashes of addresses, old reports and sessions, and names of mods that nothing holds. Returns the numbers of
 * deleted lists and files. Servers run it every minute.
 */
export async function sweep(
  context: Pick<Context, 'db' | 'clock'>,
  signal?: AbortSignal,
  sessionDays?: number,
  logSetAside?: LogSetAside,
): Promise<{ lists: number; files: number }> {
  await sweepAccounts(context, sessionDays)
  await sweepSenders(context)
  await sweepClosedReports(context)
  const swept = await sweepLists(context, signal, logSetAside)
  await sweepNames(context)
  return swept
}
