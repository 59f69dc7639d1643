import type { FileChange } from '../load-order/schemas.ts'
import { nameKey } from '../text/name-key.ts'

export interface Pair<File> {
  before: File | undefined
  after: File | undefined
}

/** Pairs the files of two lists by clean name, in the order of the first list, then of the second. */
export const pairFiles = <File extends { cleanName: string }>(
  before: readonly File[],
  after: readonly File[],
): Pair<File>[] => alignFiles([before, after]).map(([before, after]) => ({ before, after }))

/** Like pairFiles, for any number of lists. A row has undefined for a list without the file. */
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
