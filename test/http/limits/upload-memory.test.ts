import { inspect } from 'node:util'
import { expect, it } from 'vitest'
import { createUploadMemory } from '../../../src/http/limits/upload-memory.ts'

/** Reports whether a promise is still pending after everything that could settle it has run. */
async function waits(promise: Promise<void>): Promise<boolean> {
  await new Promise(setImmediate)
  return inspect(promise).includes('<pending>')
}

/** Creates memory of 100 bytes for large uploads, and none for small ones. */
const createMemory = (options = {}) => createUploadMemory(100, { smallBytes: 0, ...options })

it('upload memory makes later uploads wait until enough memory is free', async () => {
  const memory = createMemory()
  const [first, second, third] = [memory.open(), memory.open(), memory.open()]
  await first.take(60)
  await second.take(40)

  const waiting = third.take(30)
  expect(await waits(waiting)).toBe(true)
  second.release()
  await waiting
  const tooMuch = third.take(20)
  expect(await waits(tooMuch)).toBe(true)
  first.release()
  await tooMuch
})

it('upload memory never makes the oldest upload wait, so that at least one continues', async () => {
  const memory = createMemory()
  const [first, second] = [memory.open(), memory.open()]
  await first.take(1)
  await second.take(90)
  await first.take(500)

  const waiting = second.take(1)
  expect(await waits(waiting)).toBe(true)
  first.release()
  await waiting
})

it('upload memory refuses an upload that has waited too long, and gives its memory to others', async () => {
  const memory = createMemory({ maxWaitMs: 1 })
  const [first, second, third] = [memory.open(), memory.open(), memory.open()]
  await first.take(100)

  await expect(second.take(50)).rejects.toMatchObject({ kind: 'unavailable' })
  second.release()
  first.release()
  await third.take(100)
})

it('upload memory reserves nothing for a client that disconnected while waiting, and frees nothing twice', async () => {
  const memory = createMemory()
  const [first, gone, third, fourth] = [memory.open(), memory.open(), memory.open(), memory.open()]
  await first.take(80)
  const waiting = gone.take(50)
  gone.release()
  await waiting
  await gone.take(50)

  first.release()
  first.release()
  await third.take(60)
  expect(await waits(fourth.take(50))).toBe(true)
  third.release()
})

it('upload memory does not make small uploads wait for large ones; an upload that grows large waits for its bytes', async () => {
  const memory = createMemory({ smallBytes: 50 })
  const [large, second, small] = [memory.open(), memory.open(), memory.open()]
  await large.take(90)
  await second.take(40)
  await small.take(50)

  const growing = second.take(20)
  expect(await waits(growing)).toBe(true)
  large.release()
  await growing
  expect(await waits(small.take(1))).toBe(true)
  second.release()
})

it('upload memory is taken only from a client that has stalled while others wait', async () => {
  const memory = createMemory({ stallMs: 0 })
  const [whole, stalled, waiting, next] = [memory.open(), memory.open(), memory.open(), memory.open()]
  await whole.take(40)
  whole.complete()
  await stalled.take(60)
  expect(stalled.signal.aborted).toBe(false)

  await waiting.take(60)
  expect([whole, stalled, waiting].map(({ signal }) => signal.aborted)).toEqual([false, true, false])
  expect(stalled.signal.reason).toMatchObject({ kind: 'unavailable' })
  await expect(stalled.take(1)).rejects.toMatchObject({ kind: 'unavailable' })
  waiting.complete()
  expect(await waits(next.take(60))).toBe(true)
  whole.release()
  waiting.release()
})
