import { onTestFinished } from 'vitest'
import { type Database, openDatabase } from '../../../src/db/client.ts'
import { isConflict, isUnavailable } from '../../../src/db/failures.ts'

/** Returns the error of a promise that must fail. */
export async function errorOf(work: Promise<unknown>): Promise<unknown> {
  try {
    await work
  } catch (error) {
    return error
  }
  throw new Error('Expected the promise to fail.')
}

/** Opens a database until the test ends. */
export function connected(url: string): Database {
  const db = openDatabase(url)
  onTestFinished(() => db.$disconnect())
  return db
}

export const conflict = { conflict: true, unavailable: false }
export const unavailable = { conflict: false, unavailable: true }
export const neither = { conflict: false, unavailable: false }

export const kindOf = (error: unknown) => ({ conflict: isConflict(error), unavailable: isUnavailable(error) })

/** Returns a promise and the function that resolves it. */
export function later() {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}
