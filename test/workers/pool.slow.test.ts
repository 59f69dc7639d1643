import { readdirSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { CompareKinds } from '../../src/compare/worker/kinds.ts'
import { createPool, type PoolOptions, TaskTimeout, WorkerEnded, type WorkerPool } from '../../src/workers/pool.ts'
import { resultOf } from '../../src/workers/serve.ts'
import { statOf } from '../support/processes/children.ts'
import { programsFolder } from '../support/processes/programs-folder.ts'

/** Creates a pool with one thread. */
function poolWith(options: Partial<PoolOptions> = {}) {
  const pool = createPool<CompareKinds>({ size: 1, program: join(programsFolder(), 'worker.js'), ...options })
  onTestFinished(() => pool.close())
  return pool
}

/** Returns the nice values of the threads of this process. */
const niceOfThreads = () => readdirSync('/proc/self/task').map((thread) => Number(statOf(Number(thread))?.[16]))

/** Writes a program that takes the place of a worker's. It runs `body` for each task, after it has told its thread. */
async function programOf(body: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mod-list-catalog-worker-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const program = join(folder, 'worker.js')
  const tell = `job.thread[0] = require('node:fs').readlinkSync('/proc/thread-self').split('/').pop()`
  await writeFile(program, `module.exports = (job) => { ${tell}; ${body} }`)
  return program
}

const bytes = (text: string) => Buffer.from(text)

async function diff(pool: WorkerPool<CompareKinds>, before = 'a\n', after = 'b\n'): Promise<string> {
  return resultOf(await pool.run('diff', { files: [bytes(before), bytes(after)], name: 'a' }))
}

const DIFF = '--- a\n+++ a\n@@ -1,1 +1,1 @@\n-a\n+b\n'

describe('a pool of workers', () => {
  it('runs tasks, and leaves the files of the caller as they are', async () => {
    const pool = poolWith({ size: 2 })
    const files = [bytes('a\n'), bytes('b\n')] as const
    const task = { files, name: 'a' } as const
    const results = await Promise.all(Array.from({ length: 8 }, () => pool.run('diff', task)))
    expect(results.map(resultOf)).toEqual(Array.from({ length: 8 }, () => DIFF))
    expect(files.map(String)).toEqual(['a\n', 'b\n'])
    expect(pool.counts()).toEqual({ running: 0, waiting: 0 })
  })

  it('passes files of any length, even empty and missing ones', async () => {
    const pool = poolWith()
    const large = 'a line of a file\n'.repeat(500_000)
    const whole = await pool.run('diff', { files: [undefined, bytes(large)], name: 'a' })
    expect(resultOf(whole)).toContain('@@ -0,0 +1,500000 @@')
    expect(await diff(pool, 'a\n', '')).toContain('-a\n')
  })

  it('reports the error of a failed task, and runs the next', async () => {
    const pool = poolWith()
    await expect(pool.run('changesText', { changes: null as never, names: ['A', 'B'] })).rejects.toThrow('TypeError')
    expect(await diff(pool)).toBe(DIFF)
  })

  it('refuses tasks beyond its queue', async () => {
    const pool = poolWith({ maxQueue: 1 })
    const ends = await Promise.allSettled(Array.from({ length: 5 }, () => diff(pool)))
    const refused = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []))
    expect(refused.length).toBeGreaterThan(0)
    for (const error of refused) expect(error).toMatchObject({ kind: 'unavailable' })
    expect(await diff(pool)).toBe(DIFF)
  })

  it.each([
    ['exits', 'process.exit(3)'],
    ['needs more memory than it may', 'const all = []; for (;;) all.push([all.length, String(all.length)])'],
  ])('fails the task of a thread that %s, and runs the next in another thread', async (_, body) => {
    const program = await programOf(`if (job.kind === 'diff') { ${body} } return { result: new Uint8Array(1) }`)
    const pool = poolWith({ program, resourceLimits: { maxOldGenerationSizeMb: 16 } })
    await expect(diff(pool)).rejects.toThrow(WorkerEnded)
    expect(await pool.run('patch', { files: [undefined, undefined], name: 'a' })).toHaveLength(1)
  })

  it('fails all tasks if threads cannot start', async () => {
    const program = join(tmpdir(), 'no-such-worker.js')
    await expect(diff(poolWith({ program }))).rejects.toThrow(WorkerEnded)
  })

  it('fails unfinished tasks when it is closed, and refuses others', async () => {
    const pool = poolWith({ program: await programOf('for (;;) {}') })
    const tasks = Promise.allSettled([diff(pool), diff(pool)])
    await pool.close()
    expect((await tasks).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    await expect(diff(pool)).rejects.toThrow('closed')
  })

  it('drops a task that nobody waits for, and ends its thread', async () => {
    const pool = poolWith({ program: await programOf('for (;;) {}') })
    const gone = new AbortController()
    const task = { files: [undefined, undefined], name: 'a' } as const
    const ended = Promise.allSettled([1, 2].map(() => pool.run('diff', task, gone.signal)))
    gone.abort(new Error('The client has gone.'))
    expect((await ended).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(pool.counts()).toEqual({ running: 0, waiting: 0 })
  })
})

// The time of a thread is found in /proc, and only Linux has a priority for each thread.
describe.runIf(process.platform === 'linux')('a pool of workers on Linux', () => {
  it('ends a thread that takes too much processor time', async () => {
    const pool = poolWith({ program: await programOf('for (;;) {}'), taskMs: 100 })
    await expect(diff(pool)).rejects.toThrow(TaskTimeout)
  })

  it('does not count time in which a thread does not run', async () => {
    const sleeps = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500)'
    const pool = poolWith({ program: await programOf(`${sleeps}; return { result: new Uint8Array(1) }`), taskMs: 100 })
    expect(await pool.run('patch', { files: [undefined, undefined], name: 'a' })).toHaveLength(1)
  })

  it('has threads with a lower priority than the server', async () => {
    const before = niceOfThreads()
    await diff(poolWith())
    expect(before).not.toContain(10)
    expect(niceOfThreads().filter((nice) => nice === 10)).toHaveLength(1)
  })
})
