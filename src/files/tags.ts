import { entityTag } from '../http/response/entity-tag.ts'
import type { FileEntry } from '../lists/detail/queries.ts'

/** The strong entity tag of a file's bytes: the hash says all of them, and its name. */
export const fileTag = (edition: string, file: FileEntry): string => entityTag(edition, file.hash)

/** The strong entity tag of a list's zip: what is in it, in what order and how old. */
export const zipTag = (edition: string, files: readonly FileEntry[]): string =>
  entityTag(
    edition,
    files.map((file) => [file.hash, file.createdAt.getTime()]),
  )
