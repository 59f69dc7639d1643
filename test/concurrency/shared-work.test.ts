import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createSharedWork } from '../../src/concurrency/shared-work.ts'
import { createSingleFlight } from '../../src/concurrency/single-flight.ts'
import { ClientGone } from '../../src/errors.ts'

/** Returns work that ends when `end` is called, or is given up. */
function heldWork() {
  const signals: AbortSignal[] = []
  let end = (_: string) => {}
  const work = (signal: AbortSignal) => {
    signals.push(signal)
    return new Promise<string>((resolve, reject) => {
      end = resolve
      signal.addEventListener('abort', () => reject(signal.reason))
    })
  }
  return { work, signals, end: () => end('done') }
}

describe('shared work', () => {
  it('goes on while anybody waits for it', async () => {
    const share = createSharedWork<string>()
    const { work, signals, end } = heldWork()
    const [first, second] = [new AbortController(), new AbortController()]
    const results = [share('a', work, first.signal), share('a', work, second.signal)]
    first.abort(new Error('gone'))
    expect(signals.map(({ aborted }) => aborted)).toEqual([false])
    end()
    expect(await Promise.all(results)).toEqual(['done', 'done'])
  })

  it('is given up when nobody waits for it, and is then started anew', async () => {
    const share = createSharedWork<string>()
    const { work, signals } = heldWork()
    const callers = [new AbortController(), new AbortController()]
    const results = callers.map(({ signal }) => share('a', work, signal))
    for (const caller of callers) caller.abort(new Error('gone'))
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
    expect(await share('a', async () => 'again')).toBe('again')
    expect((await Promise.allSettled(results)).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })
})

describe('a single flight', () => {
  it('is started again by another caller when the client of the first one has disconnected', async () => {
    const once = createSingleFlight<string>()
    const first = once('a', async () => {
      await setImmediate()
      throw new ClientGone()
    })
    const others = [once('a', async () => 'own'), once('a', async () => 'own too')]
    await expect(first).rejects.toThrow('disconnected')
    expect(await Promise.all(others)).toEqual(['own', 'own'])
  })
})
