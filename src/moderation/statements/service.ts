import type { Context } from '../../context.ts'
import { readConsistently } from '../../db/reads.ts'
import { listNotFound } from '../../errors.ts'
import { type ReadFile, withContents } from '../../files/service.ts'
import { findDetail } from '../../lists/hot-queries.ts'
import { findOwnedList } from '../../lists/ownership/queries.ts'
import type { ListRow } from '../../lists/queries.ts'
import { existingSql } from '../../lists/visibility-queries.ts'
import { RETENTION_MS } from '../reports/service.ts'
import { findStatements, type Statement } from './queries.ts'

/** Returns the reasons why lists of a user were hidden or deleted. */
export const statementsFor = ({ db, clock }: Pick<Context, 'db' | 'clock'>, userId: number): Promise<Statement[]> =>
  findStatements(db, userId, new Date(clock().getTime() - RETENTION_MS))

/** A hidden list, and why moderators hid it. */
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
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  owner: HiddenOwner,
  slug: string,
): Promise<HiddenList | null> {
  const list = await findOwnedList(db, slug, clock())
  if (list === null || list.hiddenAt === null || !isOwner(owner, list)) return null
  return { slug, name: list.name, hiddenAt: list.hiddenAt, reason: list.hiddenReason ?? '' }
}

/** Returns the files of a hidden list to its owner. Throws a 404 for anyone else. */
export function readHiddenFiles(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  owner: HiddenOwner,
  slug: string,
): Promise<ReadFile[]> {
  return readConsistently(db, async (statements) => {
    const found = await findDetail(statements, slug, clock(), existingSql)
    if (found === null || found.row.hiddenAt === null || !isOwner(owner, found.row)) throw listNotFound()
    return withContents(db, found.files)
  })
}

const isOwner = (owner: HiddenOwner, { id, authorId }: ListRow): boolean =>
  'authorId' in owner ? authorId === owner.authorId : authorId === null && id === owner.listId
