/*
 * The search for the changes that make a crash. Problem: one list works, another crashes, and only a person can test a
 * set of the changes between them, so each test counts. Approach: delta debugging (Zeller and Hildebrandt, "Simplifying
 * and Isolating Failure-Inducing Input", 2002), with cuts in load order, because what a mod builds on loads before it.
 * Halving between a beginning that works and one that crashes finds one needed change. Then the needed changes are
 * tested alone; if they work, the beginning before them is halved along with them. At the end, each change is left out
 * once. A set that can't be tested moves the cut. Guarantee: nothing is inferred about a set that was not tested. If k
 * of n changes make the crash, they are found in at most k * (ceil(log2 n) + 2) - 1 tests after the two baselines.
 * Tests: test/compare/culprit/search.test.ts.
 */

interface Search {
  next(): Test | Outcome
}

/**
 * Starts a search among `count` changes. `resultOf` returns the result of a set, always the same one, or undefined if
 * it is not known yet.
 */
export function startSearch(count: number, resultOf: (take: Take) => Result | undefined): Search {
  const steps = stepsOf(count)
  let step = steps.next()
  return {
    next() {
      while (!step.done) {
        const result = resultOf(step.value.take) ?? (step.value.isOnlyLookedUp ? 'untestable' : undefined)
        if (result === undefined) return step.value
        step = steps.next(result)
      }
      return step.value
    },
  }
}

function* stepsOf(count: number): Steps<Outcome> {
  if (count === 0) return { code: 'no_changes', found: null, unproved: [] }
  const all = range(count)
  const afterBaselines = count === 1 ? 0 : halvings(count) + 1
  const none = yield { take: [], needed: [], suspects: all, left: afterBaselines + 2 }
  if (none === 'crashes') return { code: 'nothing_crashes', found: null, unproved: [] }
  const every = yield { take: all, needed: [], suspects: all, left: afterBaselines + 1 }
  if (every === 'works') return { code: 'all_works', found: null, unproved: [] }

  const doubtful = new Set<number>()
  let needed: Take = []
  let end = count
  let alone: Result = none
  while (end > 0) {
    const { change, isDoubtful } = yield* halve(needed, end, alone)
    if (isDoubtful) doubtful.add(change)
    needed = [change, ...needed]
    end = change
    alone = yield { take: needed, needed, suspects: range(end), left: 1 }
    if (alone === 'crashes') break
  }
  const smaller = yield* leaveOutTogether(
    needed,
    needed.filter((change) => doubtful.has(change)),
  )
  return yield* leaveOutEach(smaller)
}

/** After this many sets of one halving that can't be tested, further ones count as working. */
const MAX_UNTESTABLE = 2

interface Halved {
  change: number
  /** Whether the set without it could not be tested. */
  isDoubtful: boolean
}

/** Finds the change that makes the difference between the needed changes alone, and those with the first `end` ones. */
function* halve(needed: Take, end: number, alone: Result): Steps<Halved> {
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

/** After this many changes in a row that can't be left out, the rest counts as not proved. */
const MAX_KEPT_IN_ROW = 12

/** Leaves out changes that the search may have taken needlessly, as many at once as possible. Returns the others. */
function* leaveOutTogether(found: Take, candidates: Take): Steps<Take> {
  const groups: Take[] = candidates.length > 0 ? [candidates] : []
  let rest = found
  let kept = 0
  for (let group = groups.pop(); group !== undefined && kept < MAX_KEPT_IN_ROW; group = groups.pop()) {
    const left = group
    const take = rest.filter((change) => !left.includes(change))
    const result = yield { take, needed: rest, suspects: [], left: 1 }
    if (result === 'crashes') {
      rest = take
      kept = 0
    } else if (group.length > 1) {
      const middle = Math.ceil(group.length / 2)
      groups.push(group.slice(middle), group.slice(0, middle))
    } else kept++
  }
  return rest
}

/** Leaves out each change once, until the rest crashes and does not crash without any one of its changes. */
function* leaveOutEach(candidates: Take): Steps<Outcome> {
  let found = candidates
  let unproved: number[] = []
  let untestable = 0
  let isOver = false // then only known results count
  let hasCrashed = (yield { take: found, needed: found, suspects: [], left: 1, isOnlyLookedUp: true }) === 'crashes'
  for (let at = 0; at < found.length; ) {
    const change = found[at] as number
    const take = found.filter((other) => other !== change)
    isOver ||= untestable >= MAX_KEPT_IN_ROW
    const left = found.length - at
    const result: Result = yield { take, needed: found, suspects: [], left, isOnlyLookedUp: isOver }
    if (result === 'crashes') {
      found = take
      hasCrashed = true
      unproved = []
      at = 0
      untestable = 0
      isOver = false
      continue
    }
    untestable = result === 'untestable' ? untestable + 1 : 0
    if (result === 'untestable') unproved.push(change)
    at++
  }
  return { code: hasCrashed && unproved.length === 0 ? 'found' : 'unproved', found, unproved }
}

export type Result = 'works' | 'crashes' | 'untestable'

/** A set of changes, by their positions in load order, ascending. */
export type Take = readonly number[]

/** A test that a person should make. */
export interface Test {
  take: Take
  /** The changes that are known to be needed for the crash. */
  needed: Take
  /** The changes among which the next needed one lies. Empty while changes are left out. */
  suspects: Take
  /** Number of tests to the end, including this one, if a single change makes the crash and every set can be tested. */
  left: number
  /** Whether nobody is asked: a result that is not known yet counts as one that can't be tested. */
  isOnlyLookedUp?: boolean
}

export interface Outcome {
  code: 'no_changes' | 'nothing_crashes' | 'all_works' | 'found' | 'unproved'
  /** Changes that crash together. Null if the search ended before. */
  found: Take | null
  /** Those of `found` of which no test shows that the others work without them. Can be empty if `found` was not seen to crash. */
  unproved: Take
}

export const isTest = (step: Test | Outcome): step is Test => 'take' in step

type Steps<T> = Generator<Test, T, Result>

/** Returns how often a number of changes can be halved until one is left. */
export const halvings = (count: number) => Math.ceil(Math.log2(count))

const range = (end: number): number[] => Array.from({ length: end }, (_, at) => at)
