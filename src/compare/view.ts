import type { Urls } from '../context.ts'
import { comparedList } from '../lists/view.ts'
import type { Comparison } from './service.ts'

/** The answer to a compare, as it goes out: the diffs, which can be large, are JSON already. */
export function comparisonJson({ list1, list2, diffs }: Comparison, urls: Urls): Buffer {
  const [one, two] = [list1, list2].map((list) => JSON.stringify(comparedList(list, urls)))
  const parts: (string | Uint8Array)[] = [`{"data":{"list1":${one},"list2":${two},"diffs":[`]
  for (const diff of diffs) parts.push(...(parts.length === 1 ? [] : [',']), diff)
  return Buffer.concat([...parts, ']}}'].map((part) => Buffer.from(part as string)))
}

/** All diffs as one patch. */
export const patchOf = (diffs: readonly Uint8Array[]): string =>
  diffs.map((diff) => JSON.parse(Buffer.from(diff).toString()) as string).join('')
