import { halve } from './halving.ts'
import { leaveOutEach, leaveOutTogether } from './leaving-out.ts'
import { halvings, type Outcome, type Result, range, type Steps, type Take, type Test } from './step.ts'

/*
 * The search for the changes that make a crash.
 *
 * Problem: one list works, another crashes, and many changes lie between them. Only a person can test a set of changes,
 * so each test counts.
 * Approach: delta debugging (Zeller and Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", 2002), with
 * cuts in load order: a test takes a beginning of the changes, because what a mod builds on loads before it. Halving
 * between a beginning that works and one that crashes finds one needed change. Then the needed changes are tested alone;
 * if they work, the beginning before them is halved along with them. At the end, each change of the set that crashes is
 * left out once. A set that can't be tested moves the cut; the search then goes on as if it worked.
 * Guarantee: nothing is inferred about a set that was not tested. If k of n changes make the crash together and every
 * set can be tested, these k are found in at most k * (ceil(log2 n) + 2) - 1 tests after the two baselines.
 * Tests: test/compare/culprit/search.test.ts.
 */

/** A search that goes on as results become known. */
export interface Search {
  /** Returns the next test, or the outcome. */
  next(): Test | Outcome
}

/**
 * Starts a search among `count` changes. `resultOf` returns the result of a set, or undefined if it is not known yet. Once
 * it has returned a result, it must always return the same one.
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
