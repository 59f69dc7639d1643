import { expect } from 'vitest'
import { isConflict, isUnavailable } from '../../../src/db/failures.ts'

/** Returns the error of work that must fail. */
export const errorOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => Promise.reject(new Error('Expected the work to fail.')),
    (error) => error,
  )

/** Names what an error counts as: a conflict with another transaction, an unavailable database, or neither. */
export const kindOf = (error: unknown): string =>
  [isConflict(error) ? 'conflict' : [], isUnavailable(error) ? 'unavailable' : []].flat().join(' and ') || 'neither'

/** Expects that work fails, with an error of this kind. */
export const expectFailure = async (work: Promise<unknown>, kind: 'conflict' | 'unavailable') =>
  expect(kindOf(await errorOf(work))).toBe(kind)

/** Returns a promise and the function that resolves it. */
export function later() {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}
