import { type Budget, unifiedDiffJson } from '../../../src/diff/unified-diff.ts'

const toBytes = (text: string | undefined) => (text === undefined ? undefined : Buffer.from(text))

/** Returns the unified diff as text, or '' if there is no difference. */
export function unifiedDiff(
  name: string,
  oldText: string | undefined,
  newText: string | undefined,
  budget: Budget = 'full',
): string {
  const json = unifiedDiffJson(name, toBytes(oldText), toBytes(newText), budget)
  return json.length === 0 ? '' : JSON.parse(Buffer.from(json).toString())
}
