import { expect, it } from 'vitest'
import { createSemaphore } from '../../src/concurrency/semaphore.ts'

it('a semaphore grants its permits, and then the waiting requests in order of arrival', async () => {
  const semaphore = createSemaphore({ refusal: 'Too many.', permits: 1, maxWaiting: 2, maxWaitMs: 60_000 })
  const order: string[] = []
  const releaseFirst = await semaphore.acquire()
  const second = semaphore.acquire().then((release) => {
    order.push('second')
    return release
  })
  const third = semaphore.acquire().then(() => order.push('third'))
  expect(semaphore.counts()).toEqual({ running: 1, waiting: 2 })

  releaseFirst()
  const releaseSecond = await second
  expect(semaphore.counts()).toEqual({ running: 1, waiting: 1 })
  releaseSecond()
  await third
  expect(order).toEqual(['second', 'third'])
})

it('a semaphore refuses a request when its queue is full', async () => {
  const semaphore = createSemaphore({ refusal: 'Too many.', permits: 1, maxWaiting: 1, maxWaitMs: 60_000 })
  await semaphore.acquire()
  semaphore.acquire()
  await expect(semaphore.acquire()).rejects.toMatchObject({ kind: 'unavailable', message: 'Too many.' })
})

it('a semaphore drops an aborted request from its queue, and serves the next', async () => {
  const semaphore = createSemaphore({ refusal: 'Too many.', permits: 1, maxWaiting: 2, maxWaitMs: 60_000 })
  const releaseFirst = await semaphore.acquire()
  const gone = new AbortController()
  const impatient = semaphore.acquire(gone.signal)
  const patient = semaphore.acquire(new AbortController().signal)
  gone.abort(new Error('gone'))
  await expect(impatient).rejects.toThrow('gone')
  await expect(semaphore.acquire(gone.signal)).rejects.toThrow('gone')

  releaseFirst()
  await patient
  expect(semaphore.counts()).toEqual({ running: 1, waiting: 0 })
})

it('a semaphore refuses a request that has waited too long, and serves later ones', async () => {
  const semaphore = createSemaphore({ refusal: 'Too many.', permits: 1, maxWaiting: 2, maxWaitMs: 1 })
  const releaseFirst = await semaphore.acquire()
  await expect(semaphore.acquire()).rejects.toMatchObject({ kind: 'unavailable', message: 'Too many.' })
  expect(semaphore.counts()).toEqual({ running: 1, waiting: 0 })

  releaseFirst()
  const releaseAgain = await semaphore.acquire()
  releaseAgain()
  expect(semaphore.counts()).toEqual({ running: 0, waiting: 0 })
})
