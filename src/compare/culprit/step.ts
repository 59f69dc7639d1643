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

/** A part of the search: it asks for tests, and ends with a result. */
export type Steps<T> = Generator<Test, T, Result>

/** Returns how often a number of changes can be halved until one is left. */
export const halvings = (count: number) => Math.ceil(Math.log2(count))

/** Returns the positions before `end`. */
export const range = (end: number): number[] => Array.from({ length: end }, (_, at) => at)
