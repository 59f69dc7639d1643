import type { Urls } from '../../context.ts'
import { listSummary } from '../../lists/view.ts'
import { joinBytes } from '../../text/join-bytes.ts'
import type { ChangesJson } from '../differ.ts'
import type { ListPair } from '../service.ts'
import type { JsonPieces } from './parts.ts'

/** Returns the response with two lists and their changes, whose members are JSON already. */
export function changesJson({ list1, list2 }: ListPair, { members }: ChangesJson, urls: Urls): Promise<Buffer> {
  const lists = JSON.stringify({ list1: listSummary(list1.row, urls), list2: listSummary(list2.row, urls) })
  return joinBytes([`{"data":${lists.slice(0, -1)},`, ...members, '}}'])
}

/** Returns the response with a load order, whose members are JSON already. */
export const loadOrderJson = (members: JsonPieces): Promise<Buffer> => joinBytes(['{"data":{', ...members, '}}'])
