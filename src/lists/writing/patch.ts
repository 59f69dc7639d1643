import type { Sender } from '../../actor.ts'
import type { RequestContext } from '../../context.ts'
import { invalid } from '../../errors.ts'
import { refuseTooMany, type UploadLimits } from '../../http/request/upload.ts'
import { nameKey } from '../../text/name-key.ts'
import { expiryDate } from '../expiry/lifetimes.ts'
import { lockOwnList, transactAs } from '../ownership/service.ts'
import type { ListRow } from '../queries.ts'
import { wordsOfList } from '../search/service.ts'
import { eachOptionalText } from '../text-fields.ts'
import type { AdmittingContext } from './admission.ts'
import { admitting } from './files/new-content.ts'
import { type FileName, findFileNames, storeFiles } from './files/queries.ts'
import { refuseBlocked, storedFile } from './files/uploaded-files.ts'
import type { ListPatch } from './input.ts'
import { prefetch, replaceList } from './queries.ts'

/** Changes only the fields in the patch. Its files replace those with the same names, or are added. */
export function patchList(
  context: AdmittingContext<RequestContext>,
  changer: Sender,
  slug: string,
  patch: ListPatch,
  ifMatch: string | undefined,
  limits: UploadLimits,
): Promise<ListRow> {
  const files = (patch.files ?? []).map(storedFile)
  const remove = patch.remove ?? []

  return admitting(context, 'keyHash' in changer, (admit) =>
    transactAs(context, changer, async (transaction) => {
      const prefetched = await prefetch(transaction, { gameId: patch.game ?? 0, files, slugBase: null })
      if (patch.game !== undefined && prefetched.game === null)
        throw invalid({ game: ['The game field must be the id of a game: see GET /v1/games.'] })
      refuseBlocked(files, prefetched.blocked)
      await admit(files, prefetched.fileIds)
      const sentIds = await storeFiles(transaction, files, prefetched.fileIds, context.clock())
      const list = await lockOwnList(context, transaction, changer, slug, 'update', ifMatch)
      const now = context.clock()
      const values = {
        name: patch.name ?? list.name,
        ...eachOptionalText((field) => (patch[field] === undefined ? list[field] : patch[field])),
        note: patch.note ?? null,
        private: patch.private ?? list.private,
        gameId: patch.game ?? list.gameId,
        expiresAt:
          patch.expires === undefined
            ? list.expiresAt
            : expiryDate(patch.expires, list.authorId === null, now, context.admission?.settings.anonymousMaxLifetime),
        updatedAt: now,
      }
      const author = list.author?.name ?? ''
      const game = prefetched.game ?? list.game.name
      const words = wordsOfList({ name: values.name, author, game, description: values.description })
      const sent = files.map(({ cleanName, bytes }, index) => ({ id: sentIds[index] ?? 0, cleanName, bytes }))
      const hasFileChanges = sent.length > 0 || remove.length > 0
      const fileIds = hasFileChanges
        ? patchedFiles(await findFileNames(transaction, list.fileIds), sent, remove, limits)
        : list.fileIds
      return replaceList(transaction, list, values, fileIds, words, context.maxRevisions)
    }),
  )
}

/**
 * Returns the ids of a list's files after a patch. First the files in `remove` are removed. Then each sent file
 * replaces the file with the same name, or is added at the end.
 */
function patchedFiles(
  present: readonly FileName[],
  sent: readonly FileName[],
  remove: readonly string[],
  limits: UploadLimits,
): number[] {
  const files = new Map(present.map((file) => [nameKey(file.cleanName), file]))
  const unknown = remove.filter((name) => !files.has(nameKey(name)))
  if (unknown.length > 0) throw invalid({ remove: unknown.map((name) => `The list has no file named ${name}.`) })
  for (const name of remove) files.delete(nameKey(name))
  for (const file of sent) files.set(nameKey(file.cleanName), file)

  if (files.size === 0) throw invalid({ remove: ['At least one file must remain.'] })
  const patched = [...files.values()]
  refuseTooMany(patched, limits)
  const bytes = patched.reduce((sum, file) => sum + file.bytes, 0)
  if (bytes > limits.maxBodyBytes)
    throw invalid({ files: [`The files of a list must not be larger than ${limits.maxBodyBytes} bytes in all.`] })
  return patched.map(({ id }) => id)
}
