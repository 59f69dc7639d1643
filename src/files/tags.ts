import { entityTag, tagOfHash } from '../http/response/entity-tag.ts'
import type { FileEntry } from '../lists/detail/queries.ts'

/** Returns the strong entity tag of a file's bytes. */
export const fileTag = (file: FileEntry): string => tagOfHash(file.hash)

/** Returns the strong entity tag of a list's zip, which depends on its files, their order and their times. */
export const zipTag = (files: readonly FileEntry[]): string =>
  entityTag(files.map((file) => [file.hash, file.createdAt.getTime()]))
