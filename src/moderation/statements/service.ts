import type { Context } from '../../context.ts'
import { readConsistently } from '../../db/reads.ts'
import { notFound } from '../../errors.ts'
import type { ReadFile } from '../../files/service.ts'
import { findContents, findDetail } from '../../lists/detail/queries.ts'
import { findOwnedList } from '../../lists/ownership/queries.ts'
import { ownerOf } from '../../lists/ownership/service.ts'
import type { ListRow } from '../../lists/queries.ts'
import { isSlug } from '../../lists/slug.ts'
import { existingSql } from '../../lists/visibility-queries.ts'
import { RETENTION_MS } from '../retention.ts'
import { findStatements, type Statement } from './queries.ts'

/** Returns the reasons why lists of a user were hidden or deleted. */
export const statementsFor = ({ db, clock }: Pick<Context, 'db' | 'clock'>, userId: number): Promise<Statement[]> =>
  findStatements(db.pool, userId, new Date(clock().getTime() - RETENTION_MS))

/** A hidden anonymous list, and why moderators hid it. */
export interface HiddenList {
  id: number
  slug: string
  name: string
  hiddenAt: Date
  reason: string
}

/** Returns a hidden list by its slug and owner key; null for any other key, and if the list is not hidden. */
export async function findHiddenByKey(
  context: Pick<Context, 'db' | 'clock'>,
  slug: string,
  key: string,
): Promise<HiddenList | null> {
  const owner = await ownerOf(context, key)
  if (owner === null || owner.list.slug !== slug) return null
  const list = await findOwnedList(context.db.pool, slug, context.clock())
  if (list === null || list.id !== owner.list.id || list.hiddenAt === null) return null
  const { id, name, hiddenAt, hiddenReason } = list
  return { id, slug, name, hiddenAt, reason: hiddenReason ?? '' }
}

/** The owner of a hidden list: its author or, for the owner key of an anonymous list, the list itself. */
type HiddenOwner = { authorId: number } | { listId: number }

/** Returns the files of a hidden list to its owner. Throws a 404 for anyone else. */
export function readHiddenFiles(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  owner: HiddenOwner,
  slug: string,
): Promise<ReadFile[]> {
  return readConsistently(db, async (statements) => {
    const found = isSlug(slug) ? await findDetail(statements, slug, clock(), existingSql) : { row: null }
    if (found.row === null || found.row.hiddenAt === null || !isOwner(owner, found.row)) throw notFound('List')
    const contents = await findContents(
      statements,
      found.files.map(({ hash }) => hash),
    )
    const read = found.files.flatMap((file) => {
      const content = contents.get(file.hash)
      return content === undefined ? [] : [{ ...file, content }]
    })
    return read.length === found.files.length ? read : null // null: the sweep has deleted a file meanwhile, so read again
  })
}

const isOwner = (owner: HiddenOwner, { id, authorId }: ListRow): boolean =>
  'authorId' in owner ? authorId === owner.authorId : authorId === null && id === owner.listId
