import { nameKey } from '../text/name-key.ts'

/** A file and its counterpart; one of both may be missing. */
export interface Pair<File> {
  before: File | undefined
  after: File | undefined
}

/** Pairs the files of two lists by clean name, in any case and normalisation: the first list's in their order, then the others. */
export function pairFiles<File extends { cleanName: string }>(
  before: readonly File[],
  after: readonly File[],
): Pair<File>[] {
  const key = ({ cleanName }: File) => nameKey(cleanName)
  const unpaired = new Map(after.map((file) => [key(file), file]))
  const pairs: Pair<File>[] = before.map((file) => {
    const counterpart = unpaired.get(key(file))
    unpaired.delete(key(file))
    return { before: file, after: counterpart }
  })
  return [...pairs, ...[...unpaired.values()].map((file) => ({ before: undefined, after: file }))]
}
