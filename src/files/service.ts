import type { Sender } from '../actor.ts'
import type { Context } from '../context.ts'
import { readConsistently } from '../db/reads.ts'
import { notFound } from '../errors.ts'
import { type FileEntry, findContents } from '../lists/detail/queries.ts'
import { requireVersion } from '../lists/revisions/service.ts'
import type { VersionAddress } from '../lists/revisions/version-address.ts'
import { nameKey } from '../text/name-key.ts'

export type ReadFile = FileEntry & { content: Buffer }

/** The files of a list or of a revision that the asker may see, in their order, without what is in them (404). */
export async function describeFiles(
  { db, clock }: Context,
  address: VersionAddress,
  asker: Sender | null,
): Promise<FileEntry[]> {
  const now = clock()
  return (await readConsistently(db, (statements) => requireVersion(statements, address, asker, now))).files
}

/** The file by its stored name or, in any case, its clean name, which no other file of the list has (404). */
export async function describeFile(
  context: Context,
  address: VersionAddress,
  name: string,
  asker: Sender | null,
): Promise<FileEntry> {
  const files = await describeFiles(context, address, asker)
  const file =
    files.find((candidate) => candidate.name === name) ??
    files.find(({ cleanName }) => nameKey(cleanName) === nameKey(name))
  if (file === undefined) throw notFound('File')
  return file
}

/** A described file with what is in it. It is gone if the list has let go of it since, and a sweep came between. */
export async function readFile({ db }: Context, file: FileEntry): Promise<ReadFile> {
  const contents = await readConsistently(db, (statements) => findContents(statements, [file.hash]))
  const content = contents.get(file.hash)
  if (content === undefined) throw notFound('File')
  return { ...file, content }
}

/** All files of a list or of a revision with what is in them (404): as it was or as it is, never half of each. */
export function readFiles({ db, clock }: Context, address: VersionAddress, asker: Sender | null): Promise<ReadFile[]> {
  const now = clock()
  return readConsistently(db, async (statements) => {
    const { files } = await requireVersion(statements, address, asker, now)
    const contents = await findContents(
      statements,
      files.map(({ hash }) => hash),
    )
    const read = files.flatMap((file) => {
      const content = contents.get(file.hash)
      return content === undefined ? [] : [{ ...file, content }]
    })
    return read.length === files.length ? read : null // the list has let go of one since, and a sweep came between
  })
}
