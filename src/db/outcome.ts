import { AsyncLocalStorage } from 'node:async_hooks'

/** What a request and its transaction know of each other: an answer that was given up must not be stored after all. */
export interface Outcome {
  /** Nobody waits any more: what has not been committed is rolled back. */
  isGivenUp: boolean
  /** It is decided by the database now, and worth the wait. */
  isCommitting: boolean
}

/** The one of the request that runs. */
export const outcomes = new AsyncLocalStorage<Outcome>()
