import type { Urls } from '../../context.ts'
import { listSummary } from '../../lists/view.ts'
import type { ListPair } from '../service.ts'

/** The changes, which are an object as JSON already, behind the two lists. */
export function changesJson({ list1, list2 }: ListPair, changes: Buffer, urls: Urls): Buffer {
  const lists = JSON.stringify({ list1: listSummary(list1.row, urls), list2: listSummary(list2.row, urls) })
  return Buffer.concat([Buffer.from(`{"data":${lists.slice(0, -1)},`), changes.subarray(1), Buffer.from('}')])
}

export const loadOrderJson = (loadOrder: Buffer): Buffer =>
  Buffer.concat([Buffer.from('{"data":'), loadOrder, Buffer.from('}')])
