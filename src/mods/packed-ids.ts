/**
 * Packs ids into bytes, in a third of the space of integers: the gaps between the sorted ids, each in groups of seven
 * bits, lowest first; the high bit says that more groups follow (LEB128). The database function unpack_ids unpacks them
 * for the index; test/mods/packed-ids.test.ts checks that both agree.
 */
export function packIds(ids: Iterable<number>): Buffer {
  const bytes: number[] = []
  let last = 0
  for (const id of [...ids].sort((one, other) => one - other)) {
    let gap = id - last
    last = id
    for (; gap >= 0x80; gap >>>= 7) bytes.push((gap & 0x7f) | 0x80)
    bytes.push(gap)
  }
  return Buffer.from(bytes)
}

/** Returns packed ids in ascending order. */
export function unpackIds(packed: Uint8Array): number[] {
  const ids: number[] = []
  let id = 0
  let gap = 0
  let shift = 0
  for (const byte of packed) {
    gap |= (byte & 0x7f) << shift
    shift += 7
    if (byte >= 0x80) continue
    id += gap
    ids.push(id)
    gap = 0
    shift = 0
  }
  return ids
}
