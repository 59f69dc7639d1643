import { inspect } from 'node:util'
import { expect, it, onTestFinished, vi } from 'vitest'
import { limitBytesInFlight } from '../../../src/http/limits/bytes-in-flight.ts'

/** Reports whether a promise is still pending after everything that could settle it has run. */
async function waits(promise: Promise<void>): Promise<boolean> {
  await new Promise(setImmediate)
  return inspect(promise).includes('<pending>')
}

/** Returns a limit of 100 bytes. */
const limit = (options: Partial<Parameters<typeof limitBytesInFlight>[0]> = {}) =>
  limitBytesInFlight({ maxBytes: 100, maxWaitMs: 20_000, stallMs: 5_000, refusal: 'Too many.', ...options })

it('a limit on bytes makes later transfers wait in order of arrival until enough bytes are free', async () => {
  const { open } = limit()
  const [first, second, third, fourth] = [open(), open(), open(), open()]
  await first.take(60)
  await second.take(40)

  const waiting = third.take(30)
  const later = fourth.take(1)
  expect(await waits(waiting)).toBe(true)
  second.release()
  await waiting
  await later
  const tooMuch = third.take(20)
  const behind = fourth.take(1)
  expect([await waits(tooMuch), await waits(behind)]).toEqual([true, true])
  first.release()
  await Promise.all([tooMuch, behind])
})

it('a limit on bytes never makes the transfer wait that has held bytes longest, so that at least one continues', async () => {
  const { open } = limit()
  const [none, first, second] = [open(), open(), open()]
  await first.take(1)
  await second.take(90)
  await first.take(500)

  const waiting = [second, none].map((each) => each.take(1))
  expect(await Promise.all(waiting.map(waits))).toEqual([true, true])
  first.release()
  await Promise.all(waiting)
})

it('a limit on bytes refuses a transfer that has waited too long, and gives its bytes to others', async () => {
  const { open } = limit({ maxWaitMs: 1 })
  const [first, second, third] = [open(), open(), open()]
  await first.take(100)

  await expect(second.take(50)).rejects.toMatchObject({ kind: 'unavailable', message: 'Too many.' })
  second.release()
  first.release()
  await third.take(100)
})

it('a limit on bytes lets the next transfer take its bytes when the first in line gives up', async () => {
  const { open } = limit()
  const [first, large, little] = [open(), open(), open()]
  await first.take(80)
  const gone = new AbortController()
  const waiting = large.take(50, { signal: gone.signal })
  const behind = little.take(20)
  expect(await waits(behind)).toBe(true)
  gone.abort(new Error('gone'))
  await expect(waiting).rejects.toThrow('gone')
  await behind
})

it('a limit on bytes counts nothing for a client that disconnected while waiting, and frees nothing twice', async () => {
  const { open } = limit()
  const [first, gone, third, fourth] = [open(), open(), open(), open()]
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

it('a limit on bytes does not make small transfers wait for large ones; one that grows large waits for its bytes', async () => {
  const { open } = limit({ small: { each: 50, all: 100 } })
  const [large, growing, small, other] = [open(), open(), open(), open()]
  await large.take(90)
  await growing.take(40)

  const grown = growing.take(20)
  expect(await waits(grown)).toBe(true)
  await small.take(50)
  const last = other.take(50)
  expect(await waits(last)).toBe(true)
  small.release()
  await last
  expect(await waits(grown)).toBe(true)
  large.release()
  await grown
})

it('a limit on bytes cancels only a transfer whose client has stalled while others wait', async () => {
  const { open } = limit({ stallMs: 0 })
  const [whole, server, stalled, waiting, next] = [open(), open(), open(), open(), open()]
  for (const transfer of [whole, stalled, waiting]) transfer.move(1)
  await whole.take(30)
  whole.complete()
  await server.take(10) // its client has nothing to do yet
  await stalled.take(60)
  expect(stalled.signal.aborted).toBe(false)

  await waiting.take(60)
  expect([whole, server, stalled, waiting].map(({ signal }) => signal.aborted)).toEqual([false, false, true, false])
  const message = 'The transfer stalled while others were waiting. Please retry.' // of uploads and of responses
  expect(stalled.signal.reason).toMatchObject({ kind: 'unavailable', message })
  await expect(stalled.take(1)).rejects.toMatchObject({ kind: 'unavailable' })
  waiting.complete()
  expect(await waits(next.take(60))).toBe(true)
  whole.release()
  waiting.release()
})

it('a limit on bytes cancels a client that moves less than 16 KiB in the time of a stall', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { open } = limit({ stallMs: 5_000 })
  const [slow, quick, waiting] = [open(), open(), open()]
  for (const transfer of [slow, quick]) {
    transfer.move(1)
    await transfer.take(50)
  }
  vi.advanceTimersByTime(4_000)
  slow.move(1_000)
  quick.move(16 * 1024)
  vi.advanceTimersByTime(2_000)

  await waiting.take(10)
  expect([slow, quick].map(({ signal }) => signal.aborted)).toEqual([true, false])
})
