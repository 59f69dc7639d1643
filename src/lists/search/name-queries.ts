import type { Db } from '../../db/client.ts'
import { Prisma } from '../../db/generated/client.ts'
import { prepared, type Statements } from '../../db/statements.ts'

/** A mod or a plugin, by the key of its name (load-order/key.ts). */
export interface NameKey {
  plugin: boolean
  key: string
}

/** Returns the distinct ids of names; null if a name is in no list. */
export async function findNameIds(db: Db, names: readonly NameKey[]): Promise<number[] | null> {
  const distinct = [...new Map(names.map((name) => [`${name.plugin} ${name.key}`, name])).values()]
  const found = await db.modName.findMany({ where: { OR: distinct }, select: { id: true } })
  return found.length === distinct.length ? found.map(({ id }) => id) : null
}

/** Selects the lists that hold all of these names, public or not. */
export const holdingSql = (ids: readonly number[]): Prisma.Sql => Prisma.sql`
  SELECT list_id FROM list_mods WHERE unpack_ids(enabled, disabled) @> ${ids}::int[]`

/**
 * True while the backlog is being indexed: files and lists that were stored before the index existed, or before a
 * reader changed.
 */
export const isIncompleteSql = Prisma.sql`(
  EXISTS (SELECT FROM unread_files WHERE backlog) OR EXISTS (SELECT FROM unindexed_lists WHERE backlog))`

export async function isIndexIncomplete(db: Statements): Promise<boolean> {
  const { rows } = await db.query<{ isIncomplete: boolean }>(
    prepared('index is incomplete', Prisma.sql`SELECT ${isIncompleteSql} AS "isIncomplete"`),
  )
  return rows[0]?.isIncomplete ?? false
}
