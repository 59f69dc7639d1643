import type { Db } from '../../db/client.ts'
import { nameKey } from '../../text/name-key.ts'
import { matchingSql } from '../visibility-queries.ts'

/** Returns authors of public lists whose names contain a text, ignoring case. The name that equals it comes first. */
export async function findAuthorsByName(
  db: Db,
  text: string,
  take: number,
  now: Date,
): Promise<{ name: string; verified: boolean }[]> {
  const key = nameKey(text)
  const rows = await db.$queryRaw<{ name: string; verified: boolean }[]>`
    SELECT name, verified FROM users
    WHERE strpos(name_key, ${key}) > 0 AND EXISTS (
      SELECT FROM lists WHERE lists.author_id = users.id AND ${matchingSql({}, now)}
    )
    ORDER BY name_key = ${key} DESC, name_key LIMIT ${take}::int`
  return rows
}
