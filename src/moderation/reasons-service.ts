import type { DataContext } from '../context.ts'
import { readConsistently } from '../db/transaction.ts'
import { listNotFound } from '../errors.ts'
import type { ReadFile } from '../files/service.ts'
import { findDetail } from '../lists/hot-queries.ts'
import { findOwnedList } from '../lists/ownership/queries.ts'
import type { ListRow } from '../lists/queries.ts'
import { findAllContents } from '../lists/stored-files-queries.ts'
import { existingSql } from '../lists/visibility-queries.ts'
import { RETENTION_MS } from './reports/service.ts'

export interface HiddenList {
  slug: string
  name: string
  hiddenAt: Date
  reason: string
}

/** The owner of a hidden list: its author or, for the owner key of an anonymous list, the list itself. */
export type HiddenOwner = { authorId: number } | { listId: number }

/** Returns a hidden list to its owner; null for anyone else, and if the list is not hidden. */
export async function findHidden(
  { db, clock }: DataContext,
  owner: HiddenOwner,
  slug: string,
): Promise<HiddenList | null> {
  const list = await findOwnedList(db, slug, clock())
  if (list === null || list.hiddenAt === null || !isOwner(owner, list)) return null
  return { slug, name: list.name, hiddenAt: list.hiddenAt, reason: list.hiddenReason ?? '' }
}

/** Returns the files of a hidden list to its owner. Throws a 404 for anyone else. */
export function readHiddenFiles({ db, clock }: DataContext, owner: HiddenOwner, slug: string): Promise<ReadFile[]> {
  return readConsistently(db, async (reading) => {
    const found = await findDetail(reading, slug, clock(), existingSql)
    if (found === null || found.row.hiddenAt === null || !isOwner(owner, found.row)) throw listNotFound()
    return findAllContents(db, found.files)
  })
}

const isOwner = (owner: HiddenOwner, { id, authorId }: ListRow): boolean =>
  'authorId' in owner ? authorId === owner.authorId : authorId === null && id === owner.listId

export interface StatementOfReasons {
  action: 'hide' | 'delete'
  reason: string
  slug: string
  name: string
  createdAt: Date
}

/** Returns the statements for a user: of lists that are hidden now, or were deleted within RETENTION_MS. */
export async function reasonsFor({ db, clock }: DataContext, userId: number): Promise<StatementOfReasons[]> {
  const since = new Date(clock().getTime() - RETENTION_MS)
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
  return actions.flatMap(({ action, reason, listId, slug, listName, createdAt }): StatementOfReasons[] => {
    const list = lists.get(listId ?? 0)
    if (action === 'delete') {
      return list === undefined ? [{ action, reason, slug: slug ?? '', name: listName ?? '', createdAt }] : []
    }
    if (list === undefined || list.hiddenAt === null || shown.has(list.id)) return []
    shown.add(list.id)
    return [{ action: 'hide', reason, slug: list.slug, name: list.name, createdAt }]
  })
}
