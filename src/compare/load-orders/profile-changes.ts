import { loadOrderChanges } from '../../load-order/comparing/changes.ts'
import { type ProfileFile, readLoadOrder } from '../../load-order/reading/read.ts'
import type { LoadOrderChanges } from '../../load-order/schemas.ts'
import { splitLines } from '../../text/lines.ts'
import { fileChange, pairFiles } from '../pairs.ts'

/**
 * Compares two profiles by their decoded files. The command line and the website use this to compare a folder that is
 * not uploaded. It also runs in browsers, so it must not import modules of Node.
 */
export function profileChanges(before: readonly ProfileFile[], after: readonly ProfileFile[]): LoadOrderChanges {
  const named = (files: readonly ProfileFile[]) => files.map((file) => ({ ...file, cleanName: file.name }))
  const differing = pairFiles(named(before), named(after)).filter((pair) => differs(pair.before, pair.after))
  const read = (files: readonly ProfileFile[]) => readLoadOrder(files, { withSources: false })
  return loadOrderChanges(read(before), read(after), differing.map(fileChange))
}

/** Reports whether a pair has a diff: its lines differ, or one side lacks a file that is not empty. */
function differs(before: ProfileFile | undefined, after: ProfileFile | undefined): boolean {
  if (before === undefined || after === undefined) return (before ?? after)?.text !== ''
  const [one, other] = [splitLines(before.text), splitLines(after.text)]
  return one.length !== other.length || one.some((line, at) => line !== other[at])
}
