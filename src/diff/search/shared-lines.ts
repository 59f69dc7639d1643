import { valueAt } from '../int32.ts'

/** The lines of a text that the other text has, too. Every script deletes or inserts all other lines. */
interface SharedLines {
  ids: Int32Array
  /** The position of each line in its text. */
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

/** Copies the matches of the shared lines to `whole`, which has an entry for each line of the text. */
export function placeShared({ positions }: SharedLines, isMatched: Uint8Array, whole: Uint8Array): void {
  for (let index = 0; index < positions.length; index++) whole[valueAt(positions, index)] = isMatched[index] ?? 0
}
