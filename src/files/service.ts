import type { Context } from '../context.ts'
import { notFound } from '../errors.ts'
import { isSlug } from '../lists/slug.ts'
import { nameKey } from '../text/name-key.ts'
import { type DescribedFile, findContent, findFiles, findReadFiles, type ReadFile } from './queries.ts'

/** The files of a list in their order, without what is in them. */
export async function describeFiles({ db, clock }: Context, slug: string): Promise<DescribedFile[]> {
  const files = isSlug(slug) ? await findFiles(db, slug, clock()) : undefined
  if (files === undefined) throw notFound('List')
  return files
}

/** The file of a list by its stored name or, in any case, its clean name, which no other file of the list has. */
export async function describeFile(context: Context, slug: string, name: string): Promise<DescribedFile> {
  const files = await describeFiles(context, slug)
  const file =
    files.find((candidate) => candidate.name === name) ??
    files.find(({ cleanName }) => nameKey(cleanName) === nameKey(name))
  if (file === undefined) throw notFound('File')
  return file
}

/** A described file with what is in it. It is gone if the list has let go of it since, and a sweep came between. */
export async function readFile({ db }: Context, file: DescribedFile): Promise<ReadFile> {
  const content = await findContent(db, file.id)
  if (content === undefined) throw notFound('File')
  return { ...file, content }
}

/** All files of a list with what is in them. */
export async function readFiles({ db, clock }: Context, slug: string): Promise<ReadFile[]> {
  const files = isSlug(slug) ? await findReadFiles(db, slug, clock()) : undefined
  if (files === undefined) throw notFound('List')
  return files
}
