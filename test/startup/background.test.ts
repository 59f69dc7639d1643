import { once } from 'node:events'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createBackground } from '../../src/startup/background-work.ts'

it('work does not begin on a database of another version, nor while the service closes', async () => {
  let begun = 0
  const work = async () => void begun++
  const closing = new AbortController()
  await createBackground(async () => true, closing.signal)(work)
  expect(begun).toBe(0)
  const inBackground = createBackground(async () => false, closing.signal)
  await inBackground(work)
  expect(begun).toBe(1)
  closing.abort()
  await inBackground(work)
  expect(begun).toBe(1)
})

it.for(['the database is of another version', 'the service closes'])(
  'running work is told to end when %s, and leaves no timer',
  async (cause) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    let isOutdated = false
    const closing = new AbortController()
    const inBackground = createBackground(async () => isOutdated, closing.signal)
    let running: Promise<void> | undefined
    await new Promise<void>((begin) => {
      running = inBackground(async (signal) => {
        begin()
        await once(signal, 'abort')
      })
    })
    if (cause === 'the service closes') closing.abort()
    else isOutdated = true
    await vi.advanceTimersByTimeAsync(1_000)
    await running
    expect(vi.getTimerCount()).toBe(0)
  },
)

it('work that fails leaves no timer, and its error is thrown', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const inBackground = createBackground(async () => false, new AbortController().signal)
  await expect(inBackground(() => Promise.reject(new Error('It fails.')))).rejects.toThrow('It fails.')
  expect(vi.getTimerCount()).toBe(0)
})
