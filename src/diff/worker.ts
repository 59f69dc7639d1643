import { move } from 'piscina'
import { comparedText } from '../text/compared-text.ts'
import { diffJson, type Effort } from './unified-diff.ts'

/** Two stored files of one name; a side without the file is undefined. */
export interface DiffTask {
  name: string
  before: Uint8Array | undefined
  after: Uint8Array | undefined
  effort: Effort
}

/** Runs in a thread of the pool: the unified diff as a JSON string, or nothing where there is no difference. */
export default function diffFiles({ name, before, after, effort }: DiffTask) {
  return move(diffJson(name, before && comparedText(before), after && comparedText(after), effort))
}
