import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  isTest,
  type Outcome,
  type Result,
  startSearch,
  type Take,
  type Test,
} from '../../../src/compare/culprit/search.ts'

/** What a simulated person reports, from the first test to the end. */
function play(count: number, report: (take: Take) => Result, most = 300) {
  const known = new Map<string, Result>()
  const tests: Test[] = []
  const search = startSearch(count, (take) => known.get(take.join()))
  for (;;) {
    const step = search.next()
    if (!isTest(step)) return { outcome: step, tests, known }
    expect(tests.length).toBeLessThan(most)
    tests.push(step)
    known.set(step.take.join(), report(step.take))
  }
}

const together = (causes: readonly number[]) => (take: Take) =>
  causes.every((cause) => take.includes(cause)) ? 'crashes' : 'works'

/** A number from 0 to 1 that follows from a text. */
function noise(text: string): number {
  let hash = 2166136261
  for (const character of text) hash = Math.imul(hash ^ character.charCodeAt(0), 16777619)
  hash = Math.imul(hash ^ (hash >>> 15), 2246822507)
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32
}

const expectMinimal = ({ outcome, known }: { outcome: Outcome; known: Map<string, Result> }) => {
  const found = outcome.found ?? []
  expect(known.get(found.join())).toBe('crashes')
  for (const change of found) {
    const without = known.get(found.filter((other) => other !== change).join())
    if (!outcome.unproved.includes(change)) expect(without).toBe('works')
  }
}

const cases = fc
  .record({ count: fc.integer({ min: 1, max: 200 }), size: fc.integer({ min: 1, max: 4 }) })
  .chain(({ count, size }) =>
    fc.record({
      count: fc.constant(count),
      causes: fc.uniqueArray(fc.nat(count - 1), { minLength: Math.min(size, count), maxLength: Math.min(size, count) }),
      seed: fc.nat(),
    }),
  )

describe('the search for the changes that make a crash', () => {
  it('finds exactly the k changes that crash together, in at most k(L + 2) - 1 tests after the baselines', () => {
    fc.assert(
      fc.property(cases, ({ count, causes }) => {
        const { outcome, tests } = play(count, together(causes))
        const found = [...causes].sort((one, other) => one - other)
        expect(outcome).toEqual({ code: 'found', found, unproved: [] })
        const bound = causes.length * (Math.ceil(Math.log2(count)) + 2) - 1
        expect(tests.length - 2).toBeLessThanOrEqual(bound)
      }),
      { numRuns: 100 },
    )
  })

  it('needs 8 tests for one of 72 changes, 17 for two and 26 for three, after the baselines', () => {
    const most = (size: number) =>
      Math.max(
        ...Array.from({ length: 150 }, (_, run) => {
          const causes = new Set<number>()
          for (let at = 0; causes.size < size; at++) causes.add(Math.floor(noise(`${run} ${at}`) * 72))
          return play(72, together([...causes])).tests.length - 2
        }),
      )
    expect(most(1)).toBe(8)
    expect(most(2)).toBeLessThanOrEqual(17)
    expect(most(3)).toBeLessThanOrEqual(26)
  })

  it('says how many tests are left, and the number never grows if one change makes the crash', () => {
    for (let count = 1; count <= 40; count++) {
      for (let cause = 0; cause < count; cause++) {
        const { tests } = play(count, together([cause]))
        const ends = tests.map(({ left }, at) => at + left)
        expect(ends.every((end, at) => at === 0 || end <= (ends[at - 1] ?? 0))).toBe(true)
        expect(ends[0]).toBeGreaterThanOrEqual(tests.length)
      }
    }
  })

  it('ends with a set that crashes as answered, and that works without any one change that is not named unproved', () => {
    fc.assert(
      fc.property(cases, ({ count, causes, seed }) => {
        const crashes = together(causes)
        const report = (take: Take): Result => {
          if (take.length === 0 || take.length === count) return crashes(take)
          const isTestable = noise(`${seed} ${take.join()}`) > 1 / 3
          return isTestable ? crashes(take) : 'untestable'
        }
        expectMinimal(play(count, report))
      }),
      { numRuns: 100 },
    )
  })

  it('names no change as unproved of which an answer shows that the others work without it', () => {
    fc.assert(
      fc.property(cases, ({ count, causes, seed }) => {
        const crashes = together(causes)
        const report = (take: Take): Result => (noise(`${seed} ${take.join()}`) > 2 / 3 ? crashes(take) : 'untestable')
        // With two thirds of all sets untestable, a search of 200 changes may ask for more tests than people may answer.
        const { outcome, known } = play(count, report, 1_000)
        const found = outcome.found ?? []
        const isSeen = known.get(found.join()) === 'crashes'
        const untested = found.filter(
          (change) => known.get(found.filter((other) => other !== change).join()) !== 'works',
        )
        expect(outcome.unproved).toEqual(untested)
        if (outcome.found) expect(outcome.code).toBe(isSeen && untested.length === 0 ? 'found' : 'unproved')
      }),
      { numRuns: 100 },
    )
  })

  it('ends within 120 tests for 72 changes of which three crash, if a third of all sets can not be tested', () => {
    let most = 0
    for (let run = 0; run < 200; run++) {
      const causes = new Set<number>()
      const size = 1 + (run % 3)
      for (let at = 0; causes.size < size; at++) causes.add(Math.floor(noise(`c ${run} ${at}`) * 72))
      const crashes = together([...causes])
      const { tests, known, outcome } = play(72, (take) =>
        take.length !== 0 && take.length !== 72 && noise(`${run} ${take.join()}`) < 1 / 3
          ? 'untestable'
          : crashes(take),
      )
      most = Math.max(most, tests.length)
      expectMinimal({ outcome, known })
    }
    expect(most).toBeLessThanOrEqual(120)
  })

  it('makes no assumption about interactions: any behaviour ends with a set that crashes and works without each', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.nat(), (count, seed) => {
        const report = (take: Take): Result => {
          if (take.length === 0) return 'works'
          if (take.length === count) return 'crashes'
          return noise(`${seed} ${take.join()}`) < 0.5 ? 'crashes' : 'works'
        }
        const played = play(count, report)
        expect(played.outcome).toMatchObject({ code: 'found', unproved: [] })
        expectMinimal(played)
      }),
      { numRuns: 100 },
    )
  })

  it('stops at the baselines if the cause lies elsewhere', () => {
    expect(play(0, () => 'works').outcome.code).toBe('no_changes')
    expect(play(5, () => 'crashes')).toMatchObject({ outcome: { code: 'nothing_crashes', found: null }, tests: [{}] })
    expect(play(5, () => 'works')).toMatchObject({ outcome: { code: 'all_works', found: null }, tests: [{}, {}] })
  })

  it('believes the person about baselines that can not be tested, but proves nothing by them', () => {
    const report = (take: Take): Result => (take.length === 0 ? 'untestable' : together([3])(take))
    expect(play(8, report).outcome).toEqual({ code: 'unproved', found: [3], unproved: [3] })
    const full = (take: Take): Result => (take.length === 8 ? 'untestable' : together([3])(take))
    expect(play(8, full).outcome).toEqual({ code: 'found', found: [3], unproved: [] })
  })
})
