import type { Statements } from '../../db/client.ts'
import { listRow, ORDER_COLUMNS, RELATED, SHOWN, type SummaryColumns } from '../columns.ts'
import type { ListFilter, ListOrder, ListRow } from '../queries.ts'

/** The last list of a batch: the next one starts after it. To the microsecond, which a Date does not hold. */
export interface Cursor {
  moment: string
  id: number
}

/**
 * The `take` public lists after a cursor, wherever that is. Which ones they are is read from the index of the filter and
 * the order alone: with their rows, a plan would rather sort all lists of an author.
 */
export async function findPublicAfter(
  db: Statements,
  { gameId, authorId }: Pick<ListFilter, 'gameId' | 'authorId'>,
  { by, direction }: ListOrder,
  after: Cursor | undefined,
  take: number,
  now: Date,
): Promise<{ rows: ListRow[]; last: Cursor | undefined }> {
  const column = ORDER_COLUMNS[by]
  const conditions = [
    'NOT private AND (expires_at IS NULL OR expires_at > $1)',
    ...(gameId === undefined ? [] : ['game_id = $2']),
    ...(authorId === undefined ? [] : ['author_id = $3']),
    ...(after === undefined ? [] : [`(${column}, id) ${direction === 'asc' ? '>' : '<'} ($4::timestamptz, $5::int)`]),
  ]
  // The parameters that a shape lacks are still there, so that they keep their numbers.
  const { rows } = await db.query<SummaryColumns & { moment: string }>({
    name: `after ${gameId === undefined} ${authorId === undefined} ${by} ${direction} ${after === undefined} ${take}`,
    text: `
      SELECT ${SHOWN}, l.${column}::text AS moment
      FROM (
        SELECT id FROM lists WHERE ${conditions.join(' AND ')}
        ORDER BY ${column} ${direction}, id ${direction} LIMIT ${take}
      ) batch JOIN lists l ON l.id = batch.id ${RELATED}
      WHERE $1::timestamptz IS NOT NULL AND $2::int IS NOT NULL AND $3::int IS NOT NULL
        AND $4::timestamptz IS NOT NULL AND $5::int IS NOT NULL
      ORDER BY l.${column} ${direction}, l.id ${direction}`,
    values: [now, gameId ?? 0, authorId ?? 0, after?.moment ?? now, after?.id ?? 0],
  })
  const last = rows.length === take ? rows.at(-1) : undefined
  return { rows: rows.map(listRow), last }
}
