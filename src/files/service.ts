import type { Sender } from '../actor.ts'
import type { Context } from '../context.ts'
import { readConsistently } from '../db/transaction.ts'
import { notFound } from '../errors.ts'
import type { FileEntry } from '../lists/hot-queries.ts'
import { requireVersion } from '../lists/revisions/service.ts'
import { findAllContents, findContents } from '../lists/stored-files-queries.ts'
import type { VersionAddress } from '../lists/version-address.ts'
import { nameKey } from '../text/name-key.ts'

export type ReadFile = FileEntry & { content: Buffer }

/** Returns the files of a list or revision, without their contents. Throws if the client may not see the list (404). */
export async function describeFiles(
  { db, clock }: Context,
  address: VersionAddress,
  sender: Sender | null,
): Promise<FileEntry[]> {
  return (await requireVersion(db, address, sender, clock())).files
}

/** Returns a file by its stored name, or by its clean name in any case. Throws if the list has no such file (404). */
export async function describeFile(
  context: Context,
  address: VersionAddress,
  name: string,
  sender: Sender | null,
): Promise<FileEntry> {
  const files = await describeFiles(context, address, sender)
  const file =
    files.find((candidate) => candidate.name === name) ??
    files.find(({ cleanName }) => nameKey(cleanName) === nameKey(name))
  if (file === undefined) throw notFound('File', 'file_not_found')
  return file
}

/** Returns a file with its content. Throws if a sweep has deleted the file meanwhile, because no list used it (404). */
export async function readFile({ db }: Context, file: FileEntry): Promise<ReadFile> {
  const [read] = await findContents(db, [file])
  if (read === undefined) throw notFound('File', 'file_not_found')
  return read
}

/** Returns the files of a list or revision with their contents, all of one version. Throws as describeFiles does. */
export function readFiles({ db, clock }: Context, address: VersionAddress, sender: Sender | null): Promise<ReadFile[]> {
  const now = clock()
  return readConsistently(db, async (reading) => {
    const { files } = await requireVersion(reading, address, sender, now)
    return findAllContents(db, files)
  })
}
