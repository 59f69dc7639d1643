import { nameKey } from '../text/name-key.ts'

/** A file and its counterpart; one of both may be missing. */
export interface Pair<File> {
  before: File | undefined
  after: File | undefined
}

/** Pairs the files of two lists by clean name, in any case and normalisation: the first list's in their order, then the others. */
export const pairFiles = <File extends { cleanName: string }>(
  before: readonly File[],
  after: readonly File[],
): Pair<File>[] => alignFiles([before, after]).map(([before, after]) => ({ before, after }))

/** The same of several lists: for each name, the file that each list has of it, if it has one. */
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
