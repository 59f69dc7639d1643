import { valueAt } from '../int32.ts'

/** The lines of one text that the other one has too. A shortest script deletes or inserts all others in any case. */
export interface SharedLines {
  ids: Int32Array
  /** Where each of them lies in its text. */
  positions: Int32Array
}

export function pickShared(ids: Int32Array, otherIds: Int32Array, idCount: number): SharedLines {
  const isInOther = new Uint8Array(idCount)
  for (let line = 0; line < otherIds.length; line++) isInOther[valueAt(otherIds, line)] = 1

  const shared = new Int32Array(ids.length)
  const positions = new Int32Array(ids.length)
  let count = 0
  for (let line = 0; line < ids.length; line++) {
    const id = valueAt(ids, line)
    if (isInOther[id] === 0) continue
    shared[count] = id
    positions[count++] = line
  }
  return { ids: shared.subarray(0, count), positions: positions.subarray(0, count) }
}

/** Tells in the whole text which lines are matched, given which of the shared ones are. */
export function placeShared({ positions }: SharedLines, isMatched: Uint8Array, whole: Uint8Array): void {
  for (let index = 0; index < positions.length; index++) whole[valueAt(positions, index)] = isMatched[index] ?? 0
}
