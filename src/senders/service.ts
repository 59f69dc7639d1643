import { createHmac, randomBytes } from 'node:crypto'
import type { DataContext } from '../context.ts'
import type { Database, Db } from '../db/client.ts'

/*
 * Who sent something, without storing an address. Problem: all uploads of one sender must be found together, and nobody
 * may report a list twice a day. Approach: an address is hashed with a random key of the day (HMAC-SHA-256), which all
 * servers share by a row of the database. Guarantee: the key is deleted at the end of its day; then no hash can be
 * traced to an address. The hashes are deleted after a day. Tests: test/moderation/reports.test.ts.
 */

const DAY_MS = 24 * 3_600_000

const dayOf = (moment: Date) => new Date(moment.toISOString().slice(0, 10))

/** The key of the current day by database. Every upload needs it, so it is looked up once. */
const keys = new WeakMap<Database, { day: Date; key: Uint8Array }>()

async function keyOf(db: Database, day: Date): Promise<Uint8Array> {
  const known = keys.get(db)
  if (known?.day.getTime() === day.getTime()) return known.key
  const key = await dayKey(db, day, randomBytes(32))
  keys.set(db, { day, key })
  return key
}

/** Returns today's hash of a client. `address` is the client's key for limits (http/limits/rate-limits.ts). */
export async function senderHash({ db, clock }: DataContext, address: string): Promise<Uint8Array<ArrayBuffer>> {
  const key = await keyOf(db, dayOf(clock()))
  return new Uint8Array(createHmac('sha256', key).update(address).digest())
}

/** Part of the sweep. */
export async function sweepSenders({ db, clock }: DataContext): Promise<void> {
  const today = dayOf(clock())
  if (keys.get(db)?.day.getTime() !== today.getTime()) keys.delete(db)
  const old = { createdAt: { lt: new Date(clock().getTime() - DAY_MS) } }
  await db.senderKey.deleteMany({ where: { day: { lt: today } } })
  await db.listSender.deleteMany({ where: old })
  await db.countedReporter.deleteMany({ where: old })
  await db.report.updateMany({ where: { ...old, sender: { not: null } }, data: { sender: null } })
}

/** Returns the key of a day, which all servers share. Stores `fresh` if the day has no key yet. */
async function dayKey(db: Db, day: Date, fresh: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const find = () => db.senderKey.findUnique({ where: { day } })
  const found = await find()
  if (found !== null) return found.key
  await db.senderKey.createMany({ data: { day, key: fresh }, skipDuplicates: true })
  return (await find())?.key ?? fresh
}
