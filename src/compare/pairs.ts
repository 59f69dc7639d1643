import type { FileChange } from '../load-order/schemas.ts'
import { nameKey } from '../text/name-key.ts'

/** A file and its counterpart in the other list. One of them may be missing. */
export interface Pair<File> {
  before: File | undefined
  after: File | undefined
}

/**
 * Pairs the files of two lists by clean name, ignoring case and Unicode normalization. The order is that of the first
 * list, then that of the second.
 */
export const pairFiles = <File extends { cleanName: string }>(
  before: readonly File[],
  after: readonly File[],
): Pair<File>[] => alignFiles([before, after]).map(([before, after]) => ({ before, after }))

/**
 * Like pairFiles, for any number of lists. Each row has the files with one name, or undefined for a list without it.
 */
export function alignFiles<File extends { cleanName: string }>(
  lists: readonly (readonly File[])[],
): (File | undefined)[][] {
  const rows = new Map<string, (File | undefined)[]>()
  for (const [at, files] of lists.entries()) {
    for (const file of files) {
      const key = nameKey(file.cleanName)
      const row = rows.get(key) ?? lists.map(() => undefined)
      rows.set(key, row)
      row[at] = file
    }
  }
  return [...rows.values()]
}

/** Returns the entry for a pair that differs. Its name is that of the second file, if there is one. */
export function fileChange({ before, after }: Pair<{ cleanName: string }>): FileChange {
  const change = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed'
  return { name: (after ?? before)?.cleanName ?? '', change }
}
