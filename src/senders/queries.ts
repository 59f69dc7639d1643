import { prepared, type Statements } from '../db/statements.ts'

/** Returns the key of a day, which all servers share. Stores `fresh` if the day has no key yet. */
export async function dayKey(db: Statements, day: string, fresh: Uint8Array): Promise<Uint8Array> {
  const find = prepared('sender key')`SELECT key FROM sender_keys WHERE day = ${day}::date`
  const { rows } = await db.query<{ key: Uint8Array }>(find)
  if (rows[0] !== undefined) return rows[0].key
  await db.query(prepared('store sender key')`
    INSERT INTO sender_keys (day, key) VALUES (${day}::date, ${fresh}) ON CONFLICT DO NOTHING`)
  const stored = await db.query<{ key: Uint8Array }>(find)
  return stored.rows[0]?.key ?? fresh
}

/** Deletes the keys of past days, and the hashes of addresses that were stored before `dayAgo`. */
export async function forgetSenders(db: Statements, today: string, dayAgo: Date): Promise<void> {
  await db.query(prepared('forget sender keys')`DELETE FROM sender_keys WHERE day < ${today}::date`)
  await db.query(prepared('forget senders')`DELETE FROM list_senders WHERE created_at < ${dayAgo}`)
  await db.query(prepared('forget counted reporters')`DELETE FROM counted_reporters WHERE created_at < ${dayAgo}`)
  await db.query(
    prepared('forget reporters')`UPDATE reports SET sender = NULL WHERE sender IS NOT NULL AND created_at < ${dayAgo}`,
  )
}
