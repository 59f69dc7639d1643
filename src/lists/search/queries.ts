import type { Db } from '../../db/client.ts'
import { Prisma } from '../../db/generated/client.ts'
import { type ListFilter, type ListOrder, type ListRow, matching, related } from '../queries.ts'

const COLUMN = { createdAt: Prisma.raw('created_at'), updatedAt: Prisma.raw('updated_at') }
const DIRECTION = { asc: Prisma.raw('ASC'), desc: Prisma.raw('DESC') }

/**
 * How many lists have a word that begins with each of `words`, and the ids of a page of them (of all if `take` is null).
 * Their total needs all of them anyway: they are looked up once, always by the index of words. The planner can't know
 * that two common words never stand together, and would go through all lists for them.
 */
export async function findIds(
  db: Db,
  filter: ListFilter,
  words: readonly string[],
  { by, direction }: ListOrder,
  { skip, take }: { skip: number; take: number | null },
  now: Date,
): Promise<{ total: number; ids: number[] }> {
  const order = Prisma.sql`${COLUMN[by]} ${DIRECTION[direction]}, id ${DIRECTION[direction]}`
  const [found] = await db.$queryRaw<{ total: number; ids: number[] }[]>`
    WITH found AS MATERIALIZED (SELECT list_id FROM list_search WHERE words @@ ${prefixes(words)}::tsquery),
    visible AS MATERIALIZED (
      SELECT id, ${COLUMN[by]} FROM found JOIN lists ON id = list_id
      WHERE ${Prisma.join(conditions(filter, now), ' AND ')}
    )
    SELECT (SELECT count(*)::int FROM visible) AS total,
      ARRAY(SELECT id FROM visible ORDER BY ${order} OFFSET ${skip}::bigint LIMIT ${take}::bigint) AS ids`
  return found ?? { total: 0, ids: [] }
}

/** The lists of these ids in their order, without those that the filter lets go by now. */
export async function findByIds(db: Db, ids: readonly number[], filter: ListFilter, now: Date): Promise<ListRow[]> {
  const where = { AND: [{ id: { in: [...ids] } }, matching(filter, now)] }
  const rows = new Map((await db.list.findMany({ where, include: related })).map((row) => [row.id, row]))
  return ids.flatMap((id) => rows.get(id) ?? [])
}

/** Words are letters and digits: quoted, nothing in them means anything to a tsquery. */
const prefixes = (words: readonly string[]) => words.map((word) => `'${word}':*`).join(' & ')

/** The same lists as `matching`. */
function conditions({ owner, orOwner, authorId, gameId }: ListFilter, now: Date): Prisma.Sql[] {
  const visible =
    owner !== undefined
      ? Prisma.sql`author_id = ${owner}`
      : orOwner !== undefined
        ? Prisma.sql`(NOT private OR author_id = ${orOwner})`
        : Prisma.sql`NOT private`
  return [
    Prisma.sql`(expires_at IS NULL OR expires_at > ${now})`,
    visible,
    ...(authorId === undefined ? [] : [Prisma.sql`author_id = ${authorId}`]),
    ...(gameId === undefined ? [] : [Prisma.sql`game_id = ${gameId}`]),
  ]
}
