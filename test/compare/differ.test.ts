import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { seeded } from '../../bench/support/texts.ts'
import type { Differ } from '../../src/compare/differ.ts'
import type { SchedulerOptions } from '../../src/compare/scheduler.ts'
import { unifiedDiff } from '../../src/diff/unified-diff.ts'
import { createTestDiffer } from '../support/differ.ts'

const open: Differ[] = []
function differWith(options: Partial<SchedulerOptions> = {}) {
  const differ = createTestDiffer({ cacheBytes: 2 ** 20, maxQueue: 10, maxWorkers: 1, ...options })
  open.push(differ)
  return differ
}
afterEach(() => Promise.all(open.splice(0).map((differ) => differ.close())))

interface File {
  cleanName: string
  hash: string
  bytes: number
  content: Buffer
}
const file = (cleanName: string, content: string | Buffer): File => ({
  cleanName,
  hash: createHash('sha256').update(`${cleanName}\0`).update(content).digest('hex'),
  bytes: Buffer.byteLength(content),
  content: Buffer.from(content),
})
const load = async ({ content }: File) => content
const texts = (diffs: Uint8Array[]) => diffs.map((diff) => JSON.parse(Buffer.from(diff).toString()))

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
    const before = [file('B.txt', 'a\r\nb\r\n'), file('same', 'a'), file('alike', 'a\r\n'), file('gone', 'a\n')]
    const after = [
      file('new', 'ä\n'),
      file('alike', 'a\n'),
      file('b.txt', Buffer.from('\ufeffa\nc\n', 'utf16le')),
      file('same', 'a'),
    ]

    expect(texts(await differWith().diffs(before, after, load))).toEqual([
      unifiedDiff('B.txt', 'a\nb\n', 'a\nc\n'),
      unifiedDiff('gone', 'a\n', undefined),
      unifiedDiff('new', undefined, 'ä\n'),
    ])
  })

  it('are cached, even empty ones, so that nothing is loaded the second time', async () => {
    const differ = differWith()
    const [before, after] = [
      [file('a', 'a'), file('b', 'b\r\n')],
      [file('a', 'b'), file('b', 'b\n')],
    ]
    const first = await differ.diffs(before, after, load)
    const again = await differ.diffs(before, after, () => Promise.reject(new Error('loaded again')))

    expect(again).toEqual(first)
    expect(differ.figures).toMatchObject({ misses: 2, hits: 2, size: 2 })
  })

  it('are computed once for simultaneous requests', async () => {
    const differ = differWith()
    const { held, asked, release } = heldLoad()
    const both = [1, 2].map(() => differ.diffs([file('a', 'a')], [file('a', 'b')], held))
    release()
    const [first, second] = await Promise.all(both)

    expect(first).toEqual(second)
    expect(asked).toEqual(['a', 'a'])
    expect(differ.figures).toMatchObject({ misses: 1, hits: 1 })
  })

  it('are evicted from the cache beyond its size, and then computed again', async () => {
    const differ = differWith({ cacheBytes: 1000 })
    const lists = ['a', 'b', 'c', 'd', 'e'].map((name) => [file(name, 'old'), file(name, 'new')] as const)
    for (const [before, after] of lists) await differ.diffs([before], [after], load)
    const { size, calculatedSize } = differ.figures
    expect(size).toBeLessThan(5)
    expect(calculatedSize).toBeLessThanOrEqual(1000)

    const [[before, after] = []] = lists
    if (before && after)
      expect(texts(await differ.diffs([before], [after], load))).toEqual([unifiedDiff('a', 'old', 'new')])
    expect(differ.figures.misses).toBe(6)
  })

  it('are coarser in a comparison of very large lists, but not in another comparison of the same file', async () => {
    const random = seeded(4)
    const letters = () => Array.from({ length: 20_000 }, () => `${random(8)}\n`).join('')
    const [old, now] = [letters(), letters()]
    const [full, reduced] = [unifiedDiff('a', old, now), unifiedDiff('a', old, now, 'reduced')]
    expect(reduced.length).toBeGreaterThan(full.length)

    const differ = differWith({ cacheBytes: 2 ** 25 })
    const more = file('more', '+A mod\n'.repeat(2 ** 23 / 7))
    for (let time = 0; time < 2; time++) {
      expect(texts(await differ.diffs([file('a', old)], [file('a', now)], load))).toEqual([full])
      expect(texts(await differ.diffs([file('a', old)], [file('a', now), more], load))[0]).toBe(reduced)
    }
    expect(differ.figures).toMatchObject({ misses: 3, hits: 3 })
  })

  it('are refused when too many requests wait, except for cached ones', async () => {
    const differ = differWith({ maxQueue: 1 })
    await differ.diffs([file('known', 'a')], [file('known', 'b')], load)
    const { held, release } = heldLoad()
    const ask = (name: string) => differ.diffs([file(name, 'a')], [file(name, 'b')], held)
    const admitted = [ask('1'), ask('2'), ask('3')]

    await expect(ask('4')).rejects.toMatchObject({ kind: 'unavailable' })
    expect(await differ.diffs([file('known', 'a')], [file('known', 'b')], held)).toHaveLength(1)
    expect(differ.counts()).toMatchObject({ running: 2, waiting: 1 })
    release()
    expect((await Promise.all(admitted)).flat()).toHaveLength(3)
    expect(differ.counts()).toMatchObject({ running: 0, waiting: 0 })
  })

  it('are cancelled when the client disconnects, and no further files are loaded', async () => {
    const differ = differWith()
    const { held, asked, release } = heldLoad()
    const client = new AbortController()
    const names = ['1', '2', '3', '4', '5']
    const list = (content: string) => names.map((name) => file(name, content))
    const running = [1, 2].map((list) =>
      differ.diffs(
        names.map((name) => file(name, `${list}`)),
        [],
        held,
        client.signal,
      ),
    )
    const waiting = differ.diffs(list('a'), list('b'), held, client.signal)
    const ended = Promise.allSettled([...running, waiting])
    await setImmediate()
    client.abort(new Error('gone'))
    release()

    const ends = await ended
    expect(ends.map((end) => end.status === 'rejected' && end.reason.message)).toEqual(['gone', 'gone', 'gone'])
    expect(asked).toEqual(['1', '2', '1', '2'])
  })

  it('fail if loading fails, and can be requested again', async () => {
    const differ = differWith()
    const lists = [[file('a', 'a')], [file('a', 'b')]] as const
    await expect(differ.diffs(...lists, () => Promise.reject(new Error('no database')))).rejects.toThrow('no database')
    expect(await differ.diffs(...lists, load)).toHaveLength(1)
  })

  it('fail after a loading error only when all loads under way have ended, and start no others', async () => {
    const differ = differWith()
    const names = Array.from({ length: 64 }, (_, index) => `${index}`)
    const list = (content: string) => names.map((name) => file(name, content))
    const { held, asked, release } = heldLoad()
    const load = (wanted: File) =>
      wanted.cleanName === '0' && wanted.content.toString() === 'a'
        ? Promise.reject(new Error('no database'))
        : held(wanted)
    let hasEnded = false
    const failed = differ.diffs(list('a'), list('b'), load).finally(() => {
      hasEnded = true
    })
    failed.catch(() => {})
    for (let turn = 0; turn < 10; turn++) await setImmediate()
    expect({ hasEnded, running: differ.counts().running, asked }).toEqual({
      hasEnded: false,
      running: 1,
      asked: ['1'], // by the second of two loads at a time
    })

    release()
    await expect(failed).rejects.toThrow('no database')
    expect(differ.counts()).toMatchObject({ running: 0, waiting: 0 })
    for (let turn = 0; turn < 10; turn++) await setImmediate()
    expect(asked).toEqual(['1', '1']) // both versions of the file
  })

  it('leave no task running or waiting when the differ is closed meanwhile', async () => {
    const differ = differWith()
    const large = (line: string) => ['1', '2', '3'].map((name) => file(name, `${line}\n`.repeat(50_000)))
    const asked = differ.diffs(large('a'), large('b'), load)
    const outcome = asked.then(
      () => 'made',
      () => 'failed',
    )
    await setImmediate()
    await differ.close()
    expect(['made', 'failed']).toContain(await outcome)
    expect(differ.counts()).toMatchObject({ running: 0, waiting: 0 })
  })
})
