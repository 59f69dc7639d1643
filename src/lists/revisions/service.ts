import type { Sender } from '../../actor.ts'
import type { DataContext, RequestContext } from '../../context.ts'
import type { Db } from '../../db/client.ts'
import { invalid, listNotFound, revisionNotFound } from '../../errors.ts'
import { type FoundDetail, findDetail } from '../hot-queries.ts'
import { lockOwnList, requireMatch, transactAs } from '../ownership/service.ts'
import type { ListRow } from '../queries.ts'
import { wordsOfList } from '../search/service.ts'
import { revisionNumber, type VersionAddress } from '../version-address.ts'
import { listTag } from '../view.ts'
import { findBlockedNames, replaceList } from '../writing/queries.ts'
import { deleteRevision, type FoundHistory, findHistory, findRevision, keptFields } from './queries.ts'

/**
 * Reports whether a sender may see private revisions of a list: anyone if the list is private; else its author, or the
 * owner of an anonymous list.
 */
function seesPrivateRevisions(list: Pick<ListRow, 'id' | 'private' | 'authorId'>, sender: Sender | null): boolean {
  if (list.private) return true
  if (sender === null) return false
  return 'user' in sender ? list.authorId === sender.user.id : list.authorId === null && list.id === sender.list.id
}

/** Returns a list or one of its revisions. Throws if it does not exist or the client may not see it (404). */
export async function requireVersion(
  db: Db,
  { slug, revision }: VersionAddress,
  sender: Sender | null,
  now: Date,
): Promise<FoundDetail> {
  if (revision === null) {
    const found = await findDetail(db, slug, now)
    if (found === null) throw listNotFound()
    return found
  }
  const found = await findRevision(db, slug, revision, now)
  if (found === null) throw listNotFound()
  if (found.row === null) throw revisionNotFound()
  if (found.row.private && !seesPrivateRevisions(found.list, sender)) throw revisionNotFound()
  return found
}

export function requireAddress(path: { slug: string; revision: string }) {
  const revision = revisionNumber(path.revision)
  if (revision === undefined) throw revisionNotFound()
  return { slug: path.slug, revision } satisfies VersionAddress
}

/** Returns a list with the revisions that the client may see, newest first. Throws if the list does not exist (404). */
export async function historyOf(
  { db, clock }: DataContext,
  slug: string,
  sender: Sender | null,
): Promise<FoundHistory> {
  const found = await findHistory(db, slug, clock())
  if (found === null) throw listNotFound()
  if (seesPrivateRevisions(found.row, sender)) return found
  return { ...found, revisions: found.revisions.filter((revision) => !revision.private) }
}

/**
 * Deletes a past revision. Throws 404, 403, 422 for the current one, or 412 if `ifMatch` does not match the revision.
 */
export async function forgetRevision(
  context: RequestContext,
  changer: Sender,
  address: { slug: string; revision: string },
  ifMatch: string | undefined,
): Promise<void> {
  await transactAs(context, changer, async (transaction) => {
    const list = await lockOwnList(context, transaction, changer, address.slug, 'update')
    const { revision } = requireAddress(address)
    if (revision === list.revisionNumber) throw invalid({ revision: [CURRENT] })
    if (ifMatch !== undefined) {
      const found = await requireVersion(transaction, { slug: list.slug, revision }, changer, context.clock())
      requireMatch(ifMatch, listTag(found.row, context))
    }
    if (!(await deleteRevision(transaction, list.id, revision))) throw revisionNotFound()
  })
}

const CURRENT = 'The current revision cannot be deleted: it is the list itself.'

/**
 * Makes a new revision with the fields and files of an older one. Visibility and expiry stay those of the list. Throws
 * 404, 403, 412, or 422 if a file was taken down since.
 */
export function restoreRevision(
  context: RequestContext,
  changer: Sender,
  path: { slug: string; revision: string },
  ifMatch: string | undefined,
): Promise<ListRow> {
  return transactAs(context, changer, async (transaction) => {
    const address = requireAddress(path)
    // Blocked files are locked before the list, as by uploads; otherwise a block and a restore could wait for each other.
    const before = await requireVersion(transaction, address, changer, context.clock())
    const blocked = await findBlockedNames(
      transaction,
      before.files.map(({ id }) => id),
    )
    const list = await lockOwnList(context, transaction, changer, address.slug, 'update', ifMatch)
    const now = context.clock()
    const { row, files } = await requireVersion(transaction, address, changer, now)
    if (blocked.length > 0)
      throw invalid({ revision: blocked.map((name) => `This file of the revision was taken down: ${name}`) })
    const values = {
      ...keptFields(row),
      note: `Restores version ${address.revision}.`,
      private: list.private,
      expiresAt: list.expiresAt,
      updatedAt: now,
    }
    const words = wordsOfList({ ...values, author: list.author?.name ?? null, game: row.game.name })
    const fileIds = files.map(({ id }) => id)
    return replaceList(transaction, list, values, fileIds, words, context.maxRevisions)
  })
}
