import type { Sender } from '../../actor.ts'
import type { RequestContext } from '../../context.ts'
import { invalid } from '../../errors.ts'
import { refuseTooMany, type UploadLimits } from '../../http/request/upload.ts'
import { nameKey } from '../../text/name-key.ts'
import { expiryDate } from '../expiry/lifetimes.ts'
import { lockOwnList, requireOwnVersion } from '../ownership/service.ts'
import type { ListRow } from '../queries.ts'
import { wordsOfList } from '../search/service.ts'
import { eachOptionalText } from '../text-fields.ts'
import type { AdmittingContext } from './admission.ts'
import type { ListPatch } from './input.ts'
import { type FileName, findFileIds, findFileNames, findUploaded, replaceList } from './queries.ts'
import { storeUpload } from './upload-service.ts'
import { storedFile } from './uploaded-files.ts'

export async function patchList(
  context: AdmittingContext<RequestContext>,
  changer: Sender,
  slug: string,
  patch: ListPatch,
  ifMatch: string | undefined,
  limits: UploadLimits,
): Promise<ListRow> {
  const files = (patch.files ?? []).map(storedFile)
  const remove = patch.remove ?? []
  const before = await requireOwnVersion(context, changer, slug, ifMatch)
  const hasFileChanges = files.length > 0 || remove.length > 0
  if (hasFileChanges) {
    const unstored = files.map((file) => ({ ...file, id: 0 }))
    patchedFiles(await findFileNames(context.db, await findFileIds(context.db, before.id)), unstored, remove, limits)
  }
  const upload = { game: patch.game, files }
  return storeUpload(context, changer, upload, async (transaction, { game }) => {
    const list = await lockOwnList(context, transaction, changer, slug, 'update', ifMatch)
    const now = context.clock()
    const values = {
      name: patch.name ?? list.name,
      ...eachOptionalText((field) => (patch[field] === undefined ? list[field] : patch[field])),
      note: patch.note ?? null,
      private: patch.private ?? list.private,
      gameId: game?.id ?? list.gameId,
      expiresAt:
        patch.expires === undefined
          ? list.expiresAt
          : expiryDate(patch.expires, list.authorId === null, now, context.admission?.settings.anonymousMaxLifetime),
      updatedAt: now,
    }
    const author = list.author?.name ?? null
    const words = wordsOfList({ ...values, author, game: game?.name ?? list.game.name })
    const uploaded = files.length > 0 ? await findUploaded(transaction, files) : []
    const fileIds = hasFileChanges
      ? patchedFiles(await findFileNames(transaction, list.fileIds), uploaded, remove, limits)
      : list.fileIds
    return replaceList(transaction, list, values, fileIds, words, context.maxRevisions)
  })
}

/** Returns the ids of a list's files after a patch: `remove`, then each sent file replaces its namesake. */
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
