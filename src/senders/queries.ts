import type { Db } from '../db/client.ts'

/** Returns the key of a day, which all servers share. Stores `fresh` if the day has no key yet. */
export async function dayKey(db: Db, day: Date, fresh: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const find = () => db.senderKey.findUnique({ where: { day } })
  const found = await find()
  if (found !== null) return found.key
  await db.senderKey.createMany({ data: { day, key: fresh }, skipDuplicates: true })
  return (await find())?.key ?? fresh
}

/** Deletes the keys of past days, and the hashes of addresses that were stored before `dayAgo`. */
export async function forgetSenders(db: Db, today: Date, dayAgo: Date): Promise<void> {
  const old = { createdAt: { lt: dayAgo } }
  await db.senderKey.deleteMany({ where: { day: { lt: today } } })
  await db.listSender.deleteMany({ where: old })
  await db.countedReporter.deleteMany({ where: old })
  await db.report.updateMany({ where: { ...old, sender: { not: null } }, data: { sender: null } })
}
