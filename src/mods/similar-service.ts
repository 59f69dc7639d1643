import type { DataContext } from '../context.ts'
import { readByIndex } from '../db/transaction.ts'
import { findByIds } from '../lists/hot-queries.ts'
import type { ListRow } from '../lists/queries.ts'
import { isSlug } from '../lists/slug.ts'
import { matchingSql, visible } from '../lists/visibility-queries.ts'
import { earliest } from '../text/timestamp.ts'
import { findSimilar } from './similar-queries.ts'

const MOST = 5

/**
 * Returns the public lists of the same game that differ the least from a list, by the index of mods, and those that crash at
 * the same place, of which only some are named; null if the list's place is unknown.
 */
export function similarLists({ db, clock }: DataContext, list: Pick<ListRow, 'id' | 'gameId'>) {
  const now = clock()
  return readByIndex(db, async (transaction) => {
    const { lists: similar, crashes, ...state } = await findSimilar(transaction, list, MOST, now)
    const ids = [...new Set([...similar.map(({ id }) => id), ...(crashes?.ids ?? [])])]
    const rows = ids.length === 0 ? [] : await findByIds(transaction, ids, matchingSql({ gameId: list.gameId }, now))
    const rowOf = (id: number) => rows.filter((row) => row.id === id)
    return {
      ...state,
      validUntil: earliest(...rows.map(({ expiresAt }) => expiresAt)),
      lists: similar.flatMap(({ id, differences }) => rowOf(id).map((row) => ({ row, differences }))),
      crashes: crashes && { count: crashes.count, rows: crashes.ids.flatMap(rowOf) },
    }
  })
}

export async function findSimilarLists(context: DataContext, slug: string) {
  const where = { slug, ...visible(context.clock()) }
  const list = isSlug(slug) ? await context.db.list.findFirst({ where }) : null
  if (list === null) return null
  const found = await similarLists(context, list)
  return { ...found, validUntil: earliest(found.validUntil, list.expiresAt) }
}
