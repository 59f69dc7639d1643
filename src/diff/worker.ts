import { move } from 'piscina'
import { comparedText } from '../text/compared-text.ts'
import { type Budget, unifiedDiffJson } from './unified-diff.ts'

/** Two stored files of one name, as bytes in any encoding; a side without the file is undefined. */
export interface DiffTask {
  name: string
  oldFile: Uint8Array | undefined
  newFile: Uint8Array | undefined
  budget: Budget
}

/** Runs in a thread of the pool. The result is handed over to the event loop's thread without a copy. */
export default function diffFiles({ name, oldFile, newFile, budget }: DiffTask) {
  return move(unifiedDiffJson(name, oldFile && comparedText(oldFile), newFile && comparedText(newFile), budget))
}
