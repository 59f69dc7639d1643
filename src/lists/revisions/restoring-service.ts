import type { Sender } from '../../actor.ts'
import type { RequestContext } from '../../context.ts'
import { invalid } from '../../errors.ts'
import { lockOwnList, transactAs } from '../ownership/service.ts'
import type { ListRow } from '../queries.ts'
import { wordsOfList } from '../search/service.ts'
import { findBlockedNames, replaceList } from '../writing/queries.ts'
import { keptFields } from './keeping-queries.ts'
import { requireAddress, requireVersion } from './service.ts'

/**
 * Makes a new revision with the fields and files of an older one. Visibility and expiry stay those of the list. Nothing
 * changes if the list has these fields and files already. Throws if the list or the revision does not exist (404), the
 * sender may not update the list (403), `ifMatch` does not match the list (412), or a file was taken down since (422).
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
