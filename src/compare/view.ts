import type { Urls } from '../context.ts'
import type { FoundDetail } from '../lists/detail/queries.ts'
import { comparedList } from '../lists/view.ts'
import type { ListPair } from './service.ts'

/** Returns the response of a comparison. The diffs are JSON strings already, and are copied as they are. */
export function comparisonJson({ list1, list2 }: ListPair, diffs: readonly Uint8Array[], urls: Urls): Buffer {
  const json = ({ row, files }: FoundDetail) => JSON.stringify(comparedList(row, files, urls))
  const parts: (string | Uint8Array)[] = [`{"data":{"list1":${json(list1)},"list2":${json(list2)},"diffs":[`]
  for (const diff of diffs) parts.push(...(parts.length === 1 ? [] : [',']), diff)
  return Buffer.concat([...parts, ']}}'].map((part) => (typeof part === 'string' ? Buffer.from(part) : part)))
}

/** Joins diffs, given as JSON strings, into one patch. */
export const patchOf = (diffs: readonly Uint8Array[]): Buffer =>
  Buffer.from(diffs.map((diff) => JSON.parse(Buffer.from(diff).toString()) as string).join(''))
