import { halvings, type Result, range, type Steps, type Take } from './step.ts'

/** After this many sets of one halving that can't be tested, further ones count as working. */
const MAX_UNTESTABLE = 2

/** A change that a halving has found. */
interface Halved {
  change: number
  /** Whether the set without it could not be tested. */
  isDoubtful: boolean
}

/** Finds the change that makes the difference between the needed changes alone, and those with the first `end` ones. */
export function* halve(needed: Take, end: number, alone: Result): Steps<Halved> {
  let low = 0
  let isLowTested = alone === 'works'
  let high = end
  let untestable = 0
  let gap: number | undefined // a beginning between low and high that can't be tested
  let isBelow = false

  while (high - low > 1) {
    if (gap !== undefined && (gap <= low || gap >= high)) gap = undefined
    const isAtOnce = gap !== undefined && (untestable >= MAX_UNTESTABLE || high - low === 2)
    if (gap !== undefined && isAtOnce) {
      low = gap
      isLowTested = false
      continue
    }
    const [from, to] = gap === undefined ? [low, high] : sideOf(low, gap, high, isBelow)
    if (gap !== undefined) isBelow = !isBelow
    const cut = Math.floor((from + to) / 2)
    const result: Result = yield {
      take: [...range(cut), ...needed],
      needed,
      suspects: range(high).slice(low),
      left: halvings(high - low) + 1,
    }
    if (result === 'crashes') high = cut
    else if (result === 'works') [low, isLowTested] = [cut, true]
    else {
      untestable++
      gap = Math.max(cut, gap ?? 0)
    }
  }
  return { change: high - 1, isDoubtful: !isLowTested }
}

/** Returns the side of the gap where the next cut lies. */
function sideOf(low: number, gap: number, high: number, isBelow: boolean): [from: number, to: number] {
  const hasBelow = gap - low > 1
  const hasAbove = high - gap > 1
  return hasBelow && (isBelow || !hasAbove) ? [low, gap] : [gap, high]
}
