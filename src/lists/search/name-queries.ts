import { Prisma } from '../../db/generated/client.ts'
import { findOnlyRow, prepared, type Statements } from '../../db/statements.ts'

/** A mod or a plugin, by the key of its name (load-order/key.ts). */
export interface NameKey {
  plugin: boolean
  key: string
}

/** Returns the distinct ids of names; null if a name is in no list. */
export async function findNameIds(db: Statements, names: readonly NameKey[]): Promise<number[] | null> {
  const distinct = [...new Map(names.map((name) => [`${name.plugin} ${name.key}`, name])).values()]
  const [plugins, keys] = [distinct.map(({ plugin }) => plugin), distinct.map(({ key }) => key)]
  const { rows } = await db.query<{ id: number }>(prepared('names by key')`
    SELECT id FROM unnest(${plugins}::boolean[], ${keys}::text[]) AS asked(plugin, key)
    JOIN mod_names USING (plugin, key)`)
  return rows.length === distinct.length ? rows.map(({ id }) => id) : null
}

/** Number of attempts after which a file or a list is set aside. */
export const ATTEMPTS = 3

/** Whether a row of a queue of the index waits, and has not been set aside. */
export const waitsSql = Prisma.sql`attempts < ${Prisma.raw(String(ATTEMPTS))}`

/**
 * True while the backlog is being indexed: files and lists that were stored before the index existed, or before a
 * reader changed.
 */
export const isIncompleteSql = Prisma.sql`(
  EXISTS (SELECT FROM unread_files WHERE backlog AND ${waitsSql}) OR EXISTS (SELECT FROM unindexed_lists WHERE backlog AND ${waitsSql}))`

export async function isIndexIncomplete(db: Statements): Promise<boolean> {
  const statement = prepared('index is incomplete')`SELECT ${isIncompleteSql} AS "isIncomplete"`
  return (await findOnlyRow<{ isIncomplete: boolean }>(db, statement)).isIncomplete
}
