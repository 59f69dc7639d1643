import { createHmac, randomBytes } from 'node:crypto'
import type { Context } from '../context.ts'
import { dayKey, forgetSenders } from './queries.ts'

/*
 * Who sent something, without storing an address.
 *
 * Problem: what one sender flooded must be found together, and one sender must not report a list twice a day. But the
 * catalog keeps no addresses. Approach: an address is hashed with a random key of the day (HMAC-SHA-256), which all servers
 * share by a row of the database. Guarantee: once the day is over the key is deleted, and no hash can be traced to an
 * address, not even by trying all addresses. The hashes themselves are deleted after a day. Tests:
 * test/moderation/reports.test.ts.
 */

const DAY_MS = 24 * 3_600_000

const dayOf = (moment: Date) => moment.toISOString().slice(0, 10)

/** Returns the hash by which a client is known today. `address` is its key for limits (http/limits/client-key.ts). */
export async function senderHash({ db, clock }: Pick<Context, 'db' | 'clock'>, address: string): Promise<Buffer> {
  const key = await dayKey(db.writes, dayOf(clock()), randomBytes(32))
  return createHmac('sha256', key).update(address).digest()
}

/** Forgets what is older than a day. Part of the sweep. */
export const sweepSenders = ({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> =>
  forgetSenders(db.writes, dayOf(clock()), new Date(clock().getTime() - DAY_MS))
