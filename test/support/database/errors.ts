import { onTestFinished } from 'vitest'
import { type Database, openDatabase } from '../../../src/db/client.ts'
import { isConflict, isUnavailable } from '../../../src/db/failures.ts'

/** What the promise fails with. */
export async function errorOf(work: Promise<unknown>): Promise<unknown> {
  try {
    await work
  } catch (error) {
    return error
  }
  throw new Error('It did not fail.')
}

/** The pools of the database there, closed when the test ends. */
export function connected(url: string): Database {
  const db = openDatabase(url)
  onTestFinished(() => db.$disconnect())
  return db
}

export const conflict = { conflict: true, unavailable: false }
export const unavailable = { conflict: false, unavailable: true }
export const neither = { conflict: false, unavailable: false }

export const kindOf = (error: unknown) => ({ conflict: isConflict(error), unavailable: isUnavailable(error) })

/** A promise, and what keeps it. */
export function later() {
  let resolve = () => {}
  const promise = new Promise<void>((keep) => {
    resolve = keep
  })
  return { promise, resolve }
}
