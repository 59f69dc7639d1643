import type { Db } from '../../db/client.ts'

/** The statement of reasons to an author whose list was hidden or deleted. */
export interface Statement {
  action: 'hide' | 'delete'
  reason: string
  slug: string
  name: string
  createdAt: Date
}

/**
 * Returns the statements for a user, latest first: of lists that are hidden now, and of lists deleted after `since`.
 */
export async function findStatements(db: Db, userId: number, since: Date): Promise<Statement[]> {
  const actions = await db.moderationAction.findMany({
    where: { userId, OR: [{ action: 'hide' }, { action: 'delete', createdAt: { gt: since } }] },
    select: { action: true, reason: true, listId: true, slug: true, listName: true, createdAt: true },
    orderBy: { id: 'desc' },
  })
  const found = await db.list.findMany({
    where: { authorId: userId, id: { in: actions.flatMap(({ listId }) => listId ?? []) } },
    select: { id: true, slug: true, name: true, hiddenAt: true },
  })
  const lists = new Map(found.map((list) => [list.id, list]))
  const shown = new Set<number>()
  return actions.flatMap(({ action, reason, listId, slug, listName, createdAt }): Statement[] => {
    const list = lists.get(listId ?? 0)
    if (action === 'delete') {
      return list === undefined ? [{ action, reason, slug: slug ?? '', name: listName ?? '', createdAt }] : []
    }
    if (list === undefined || list.hiddenAt === null || shown.has(list.id)) return []
    shown.add(list.id)
    return [{ action: 'hide', reason, slug: list.slug, name: list.name, createdAt }]
  })
}
