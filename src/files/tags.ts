import { entityTag } from '../http/response/entity-tag.ts'
import type { DescribedFile } from './queries.ts'

export const hexOf = ({ hash }: Pick<DescribedFile, 'hash'>) => Buffer.from(hash).toString('hex')

/** The strong entity tag of a file's bytes: the hash says all of them, and its name. */
export const fileTag = (edition: string, file: DescribedFile): string => entityTag(edition, hexOf(file))

/** The strong entity tag of a list's zip: what is in it, in what order and how old. */
export const zipTag = (edition: string, files: readonly DescribedFile[]): string =>
  entityTag(
    edition,
    files.map((file) => [hexOf(file), file.createdAt.getTime()]),
  )
