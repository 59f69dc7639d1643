import { hasDiff } from '../../diff/lines.ts'
import { loadOrderChanges } from '../../load-order/comparing/changes.ts'
import { type ProfileFile, readLoadOrder } from '../../load-order/reading/read.ts'
import type { LoadOrderChanges } from '../../load-order/schemas.ts'
import { normalizeLineEnds } from '../../text/lines.ts'
import { fileChange, pairFiles } from '../pairs.ts'

/**
 * Compares two profiles by their decoded files. The command line and the website use this to compare a folder that is
 * not uploaded. It also runs in browsers, so it must not import modules of Node.
 */
export function profileChanges(before: readonly ProfileFile[], after: readonly ProfileFile[]): LoadOrderChanges {
  const named = (files: readonly ProfileFile[]) =>
    files.map(({ name, text }) => ({ cleanName: name, text: normalizeLineEnds(text) }))
  const differing = pairFiles(named(before), named(after)).filter((pair) =>
    hasDiff(pair.before?.text, pair.after?.text),
  )
  const read = (files: readonly ProfileFile[]) => readLoadOrder(files, { withSources: false })
  return loadOrderChanges(read(before), read(after), differing.map(fileChange))
}
