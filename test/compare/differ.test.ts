import { setImmediate } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import type { Differ } from '../../src/compare/differ.ts'
import type { TasksOptions } from '../../src/compare/tasks.ts'
import { unifiedDiff } from '../../src/diff/unified-diff.ts'
import { createTestDiffer, type Files, filesOf, load } from '../support/differ.ts'

const open: Differ[] = []
function differWith(options: Partial<TasksOptions> = {}) {
  const differ = createTestDiffer(options)
  open.push(differ)
  return differ
}
afterEach(() => Promise.all(open.splice(0).map((differ) => differ.close())))

type File = Files[number]
/** Returns files with the names 0, 1 and so on. */
const manyFiles = (count: number, content: string) =>
  filesOf(Object.fromEntries(Array.from({ length: count }, (_, at) => [at, content])))

/** Returns a loader that waits until `release` is called, and the names of the files that it was asked for. */
function heldLoad() {
  const asked: string[] = []
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const held = async ({ cleanName, content }: File) => {
    asked.push(cleanName)
    await released
    return content
  }
  return { held, asked, release }
}

describe('diffs', () => {
  it('compare the decoded texts, in order, without equal files', async () => {
    const before = filesOf({ 'B.txt': 'a\r\nb\r\n', same: 'a', alike: 'a\r\n', gone: 'a\n' })
    const after = filesOf({ new: 'ä\n', alike: 'a\n', 'b.txt': Buffer.from('\ufeffa\nc\n', 'utf16le'), same: 'a' })

    expect(await differWith().diffs(before, after, load)).toEqual([
      unifiedDiff('B.txt', 'a\nb\n', 'a\nc\n'),
      unifiedDiff('gone', 'a\n', undefined),
      unifiedDiff('new', undefined, 'ä\n'),
    ])
  })

  it('are cached, even empty ones, so that nothing is loaded the second time', async () => {
    const differ = differWith()
    const [before, after] = [filesOf({ a: 'a', b: 'b\r\n' }), filesOf({ a: 'b', b: 'b\n' })]
    const first = await differ.diffs(before, after, load)
    const again = await differ.diffs(before, after, () => Promise.reject(new Error('loaded again')))

    expect(again).toEqual(first)
    expect(differ.figures).toMatchObject({ misses: 2, hits: 2, size: 2 })
  })

  it('are computed once for simultaneous requests', async () => {
    const differ = differWith()
    const { held, asked, release } = heldLoad()
    const both = [1, 2].map(() => differ.diffs(filesOf({ a: 'a' }), filesOf({ a: 'b' }), held))
    release()
    const [first, second] = await Promise.all(both)

    expect(first).toEqual(second)
    expect(asked).toEqual(['a', 'a'])
    expect(differ.figures).toMatchObject({ misses: 1, hits: 1 })
  })

  it('are evicted from the cache beyond its size, and then computed again', async () => {
    const differ = differWith({ cacheBytes: 1000 })
    const diffOf = (name: string) => differ.diffs(filesOf({ [name]: 'old' }), filesOf({ [name]: 'new' }), load)
    for (const name of ['a', 'b', 'c', 'd', 'e']) await diffOf(name)
    const { size, calculatedSize } = differ.figures
    expect(size).toBeLessThan(5)
    expect(calculatedSize).toBeLessThanOrEqual(1000)

    expect(await diffOf('a')).toEqual([unifiedDiff('a', 'old', 'new')])
    expect(differ.figures.misses).toBe(6)
  })

  it('are not made further when the client disconnects, and no further files are loaded', async () => {
    const differ = differWith()
    const { held, asked, release } = heldLoad()
    const client = new AbortController()
    const list = (content: string) => manyFiles(5, content)
    const running = ['one', 'two'].map((content) => differ.diffs(list(content), [], held, client.signal))
    const ended = Promise.allSettled(running)
    await setImmediate()
    client.abort(new Error('gone'))
    release()

    const ends = await ended
    expect(ends.map((end) => end.status === 'rejected' && end.reason.message)).toEqual(['gone', 'gone'])
    expect(asked).toEqual(['0', '1', '0', '1'])
  })

  it('go on for others when the client that asked first disconnects', async () => {
    const differ = differWith()
    const { held, release } = heldLoad()
    const client = new AbortController()
    const ask = (signal?: AbortSignal) => differ.diffs(filesOf({ a: 'a' }), filesOf({ a: 'b' }), held, signal)
    const [, other] = [ask(client.signal).catch(() => {}), ask()]
    client.abort(new Error('gone'))
    release()
    expect(await other).toHaveLength(1)
  })

  it('fail if loading fails, and can be requested again', async () => {
    const differ = differWith()
    const lists = [filesOf({ a: 'a' }), filesOf({ a: 'b' })] as const
    await expect(differ.diffs(...lists, () => Promise.reject(new Error('no database')))).rejects.toThrow('no database')
    expect(await differ.diffs(...lists, load)).toHaveLength(1)
  })

  it('fail after a loading error only when all loads under way have ended, and start no others', async () => {
    const differ = differWith()
    const list = (content: string) => manyFiles(64, content)
    const { held, asked, release } = heldLoad()
    const loadOrFail = (wanted: File) =>
      wanted.cleanName === '0' && wanted.content.toString() === 'a'
        ? Promise.reject(new Error('no database'))
        : held(wanted)
    let hasEnded = false
    const failed = differ.diffs(list('a'), list('b'), loadOrFail).finally(() => {
      hasEnded = true
    })
    failed.catch(() => {})
    for (let turn = 0; turn < 10; turn++) await setImmediate()
    expect({ hasEnded, asked }).toEqual({ hasEnded: false, asked: ['1'] }) // by the second of two loads at a time

    release()
    await expect(failed).rejects.toThrow('no database')
    for (let turn = 0; turn < 10; turn++) await setImmediate()
    expect(asked).toEqual(['1', '1']) // both versions of the file
  })
})
