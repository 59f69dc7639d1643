import type { Db } from '../../db/client.ts'

/** The fields of a list that its search words are made from. */
interface NamedList {
  id: number
  name: string
  description: string | null
  game: string
}

/** Makes up to `limit` locked lists of a user anonymous, without an owner key, and returns them. */
export async function releaseLists(db: Db, authorId: number, limit: number): Promise<NamedList[]> {
  const lists = await db.list.findMany({
    where: { authorId },
    select: { id: true, name: true, description: true, game: { select: { name: true } } },
    orderBy: { id: 'asc' },
    take: limit,
  })
  await db.list.updateMany({ where: { id: { in: lists.map(({ id }) => id) } }, data: { authorId: null } })
  return lists.map(({ game, ...list }) => ({ ...list, game: game.name }))
}
