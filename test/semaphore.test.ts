import { expect, it } from 'vitest'
import { createSemaphore } from '../src/semaphore.ts'

it('lets so many in, and the next when one leaves, in order of arrival', async () => {
  const semaphore = createSemaphore({ refusal: 'Too many.', inside: 1, waiting: 2 })
  const order: string[] = []
  const leave = await semaphore.enter()
  const second = semaphore.enter().then((leaveNow) => {
    order.push('second')
    return leaveNow
  })
  const third = semaphore.enter().then(() => order.push('third'))
  expect(semaphore.counts()).toEqual({ inside: 1, waiting: 2 })

  leave()
  const leaveSecond = await second
  expect(semaphore.counts()).toEqual({ inside: 1, waiting: 1 })
  leaveSecond()
  await third
  expect(order).toEqual(['second', 'third'])
})

it('turns away whoever comes when the line is full', async () => {
  const semaphore = createSemaphore({ refusal: 'Too many.', inside: 1, waiting: 1 })
  await semaphore.enter()
  semaphore.enter()
  await expect(semaphore.enter()).rejects.toMatchObject({ kind: 'unavailable', message: 'Too many.' })
})

it('forgets who gives up, and lets in the next instead', async () => {
  const semaphore = createSemaphore({ refusal: 'Too many.', inside: 1, waiting: 2 })
  const leave = await semaphore.enter()
  const patience = new AbortController()
  const impatient = semaphore.enter(patience.signal)
  const patient = semaphore.enter(new AbortController().signal)
  patience.abort(new Error('gone'))
  await expect(impatient).rejects.toThrow('gone')
  await expect(semaphore.enter(patience.signal)).rejects.toThrow('gone')

  leave()
  await patient
  expect(semaphore.counts()).toEqual({ inside: 1, waiting: 0 })
})

it('refuses who has waited for too long, and lets in the next all the same', async () => {
  const semaphore = createSemaphore({ refusal: 'Too many.', inside: 1, waiting: 2, patience: 1 })
  const leave = await semaphore.enter()
  await expect(semaphore.enter()).rejects.toMatchObject({ kind: 'unavailable', message: 'Too many.' })
  expect(semaphore.counts()).toEqual({ inside: 1, waiting: 0 })

  leave()
  const leaveAgain = await semaphore.enter()
  leaveAgain()
  expect(semaphore.counts()).toEqual({ inside: 0, waiting: 0 })
})
