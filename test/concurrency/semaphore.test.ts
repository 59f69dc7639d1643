import { expect, it } from 'vitest'
import { createSemaphore } from '../../src/concurrency/semaphore.ts'

it('lets so many in, and the next when one leaves, in order of arrival', async () => {
  const semaphore = createSemaphore({ refusal: 'Too many.', permits: 1, maxWaiting: 2 })
  const order: string[] = []
  const leave = await semaphore.acquire()
  const second = semaphore.acquire().then((leaveNow) => {
    order.push('second')
    return leaveNow
  })
  const third = semaphore.acquire().then(() => order.push('third'))
  expect(semaphore.counts()).toEqual({ running: 1, waiting: 2 })

  leave()
  const leaveSecond = await second
  expect(semaphore.counts()).toEqual({ running: 1, waiting: 1 })
  leaveSecond()
  await third
  expect(order).toEqual(['second', 'third'])
})

it('turns away whoever comes when the line is full', async () => {
  const semaphore = createSemaphore({ refusal: 'Too many.', permits: 1, maxWaiting: 1 })
  await semaphore.acquire()
  semaphore.acquire()
  await expect(semaphore.acquire()).rejects.toMatchObject({ kind: 'unavailable', message: 'Too many.' })
})

it('forgets who gives up, and lets in the next instead', async () => {
  const semaphore = createSemaphore({ refusal: 'Too many.', permits: 1, maxWaiting: 2 })
  const leave = await semaphore.acquire()
  const gone = new AbortController()
  const impatient = semaphore.acquire(gone.signal)
  const patient = semaphore.acquire(new AbortController().signal)
  gone.abort(new Error('gone'))
  await expect(impatient).rejects.toThrow('gone')
  await expect(semaphore.acquire(gone.signal)).rejects.toThrow('gone')

  leave()
  await patient
  expect(semaphore.counts()).toEqual({ running: 1, waiting: 0 })
})

it('refuses who has waited for too long, and lets in the next all the same', async () => {
  const semaphore = createSemaphore({ refusal: 'Too many.', permits: 1, maxWaiting: 2, maxWaitMs: 1 })
  const leave = await semaphore.acquire()
  await expect(semaphore.acquire()).rejects.toMatchObject({ kind: 'unavailable', message: 'Too many.' })
  expect(semaphore.counts()).toEqual({ running: 1, waiting: 0 })

  leave()
  const leaveAgain = await semaphore.acquire()
  leaveAgain()
  expect(semaphore.counts()).toEqual({ running: 0, waiting: 0 })
})
