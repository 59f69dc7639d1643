import type { Db } from '../../db/client.ts'
import { Prisma } from '../../db/generated/client.ts'
import { SNAPSHOT } from '../../db/snapshot.ts'
import { findOnlyRow, statement } from '../../db/statements.ts'

/** A mod or a plugin, by the key of its name (load-order/key.ts). */
export interface NameKey {
  plugin: boolean
  key: string
}

/** Returns the distinct ids of names; null if a name is in no list. */
export async function findNameIds(db: Db, names: readonly NameKey[]): Promise<number[] | null> {
  const distinct = [...new Map(names.map((name) => [`${name.plugin} ${name.key}`, name])).values()]
  const where = { OR: distinct.map(({ plugin, key }) => ({ plugin, key })) }
  const rows = await db.modName.findMany({ where, select: { id: true } })
  return rows.length === distinct.length ? rows.map(({ id }) => id) : null
}

/** Number of attempts after which the index sets a list aside. */
export const ATTEMPTS = 3

/** Selects rows of the queue of the index that have not been set aside. */
export const waitsSql = Prisma.sql`attempts < ${Prisma.raw(String(ATTEMPTS))}`

/** True while the backlog is being indexed: lists that were stored before the index existed, or before a reader changed. */
const isIncompleteSql = Prisma.sql`EXISTS (SELECT FROM unindexed_lists WHERE backlog AND ${waitsSql})`

export interface IndexState {
  /** The database snapshot that the result was read from. */
  snapshot: string
  /** Whether the backlog is still being indexed. */
  isIncomplete: boolean
}

export const indexStateSql = Prisma.sql`${SNAPSHOT} AS snapshot, ${isIncompleteSql} AS "isIncomplete"`

export const findIndexState = (db: Db): Promise<IndexState> => findOnlyRow(db, statement`SELECT ${indexStateSql}`)
