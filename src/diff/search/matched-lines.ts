/** Which lines of each text stay. As many stay on one side as on the other, and the first is equal to the first. */
export interface Kept {
  old: Uint8Array
  now: Uint8Array
}

/** A part of both texts: the old lines from `oldFrom` up to `oldTo`, and so on. */
export interface Part {
  oldFrom: number
  oldTo: number
  nowFrom: number
  nowTo: number
}

/** Keeps the lines that both sides begin or end with, and gives the part between. Never costs a shortest script. */
export function keepEnds(old: Int32Array, now: Int32Array, part: Part, kept: Kept): Part {
  let { oldFrom, oldTo, nowFrom, nowTo } = part
  while (oldFrom < oldTo && nowFrom < nowTo && old[oldFrom] === now[nowFrom]) keep(kept, oldFrom++, nowFrom++)
  while (oldFrom < oldTo && nowFrom < nowTo && old[oldTo - 1] === now[nowTo - 1]) keep(kept, --oldTo, --nowTo)
  return { oldFrom, oldTo, nowFrom, nowTo }
}

export function keep(kept: Kept, oldAt: number, nowAt: number): void {
  kept.old[oldAt] = 1
  kept.now[nowAt] = 1
}
