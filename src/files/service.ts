import type { Sender } from '../actor.ts'
import type { Context } from '../context.ts'
import { notFound } from '../errors.ts'
import { findContents } from '../lists/detail/queries.ts'
import { requireVersion } from '../lists/revisions/service.ts'
import type { VersionAddress } from '../lists/revisions/version-address.ts'
import { isSlug } from '../lists/slug.ts'
import { nameKey } from '../text/name-key.ts'
import { type DescribedFile, findContent, findFiles, findReadFiles, type ReadFile } from './queries.ts'
import { hexOf } from './tags.ts'

/** The files of a list or of a revision that the asker may see, in their order, without what is in them (404). */
export async function describeFiles(
  { db, clock }: Context,
  address: VersionAddress,
  asker: Sender | null,
): Promise<DescribedFile[]> {
  const { slug, revision } = address
  if (revision !== null) {
    const { files } = await requireVersion(db.pool, address, asker, clock())
    return files.map((file) => ({ ...file, hash: Buffer.from(file.hash, 'hex') }))
  }
  const files = isSlug(slug) ? await findFiles(db, slug, clock()) : undefined
  if (files === undefined) throw notFound('List')
  return files
}

/** The file by its stored name or, in any case, its clean name, which no other file of the list has (404). */
export async function describeFile(
  context: Context,
  address: VersionAddress,
  name: string,
  asker: Sender | null,
): Promise<DescribedFile> {
  const files = await describeFiles(context, address, asker)
  const file =
    files.find((candidate) => candidate.name === name) ??
    files.find(({ cleanName }) => nameKey(cleanName) === nameKey(name))
  if (file === undefined) throw notFound('File')
  return file
}

/** A described file with what is in it. It is gone if the list has let go of it since, and a sweep came between. */
export async function readFile({ db }: Context, file: DescribedFile): Promise<ReadFile> {
  const content = await findContent(db, file.hash)
  if (content === undefined) throw notFound('File')
  return { ...file, content }
}

/** All files of a list or of a revision with what is in them (404). */
export async function readFiles(context: Context, address: VersionAddress, asker: Sender | null): Promise<ReadFile[]> {
  const { db, clock } = context
  if (address.revision !== null) {
    const files = await describeFiles(context, address, asker)
    const contents = await findContents(db.pool, files.map(hexOf))
    return files.map((file) => ({ ...file, content: contents.get(hexOf(file)) ?? forgotten() }))
  }
  const files = isSlug(address.slug) ? await findReadFiles(db, address.slug, clock()) : undefined
  if (files === undefined) throw notFound('List')
  return files
}

/** Files of a past revision never change: it has been deleted, and a sweep came between. */
function forgotten(): never {
  throw notFound('Revision')
}
