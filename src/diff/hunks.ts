import type { Gaps } from './search/gaps.ts'
import { at } from './search/ints.ts'

/** Changes printed together with the lines around them: old lines from `oldFrom` up to `oldTo`, and so on. */
export interface Hunk {
  oldFrom: number
  oldTo: number
  nowFrom: number
  nowTo: number
  /** The gaps from its first change to its last; one line that stays lies between one gap and the next. */
  firstGap: number
  lastGap: number
}

export const CONTEXT = 3

/** The hunks of a script. Changes share one where the lines around them would touch. */
export function hunksOf({ deleted, inserted }: Gaps): Hunk[] {
  const hunks: Hunk[] = []
  let hunk: Hunk | undefined
  let oldAt = 0
  let nowAt = 0

  for (let gap = 0; gap < deleted.length; gap++, oldAt++, nowAt++) {
    const goes = at(deleted, gap)
    const comes = at(inserted, gap)
    if (goes + comes === 0) continue

    if (!hunk || gap - hunk.lastGap > 2 * CONTEXT) {
      const lead = Math.min(gap, CONTEXT)
      hunk = { oldFrom: oldAt - lead, oldTo: 0, nowFrom: nowAt - lead, nowTo: 0, firstGap: gap, lastGap: gap }
      hunks.push(hunk)
    }
    oldAt += goes
    nowAt += comes
    const trail = Math.min(deleted.length - 1 - gap, CONTEXT)
    hunk.lastGap = gap
    hunk.oldTo = oldAt + trail
    hunk.nowTo = nowAt + trail
  }
  return hunks
}
