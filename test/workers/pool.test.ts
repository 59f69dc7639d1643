import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import type { CompareKinds } from '../../src/compare/worker/worker.ts'
import { createPool, type PoolOptions, type WorkerPool } from '../../src/workers/pool.ts'
import { childrenOf, statOf } from '../support/processes/children.ts'

/** Returns the ids of the worker processes of this process. */
const workers = () =>
  childrenOf(process.pid).filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('worker.js\0'))

/** Creates a pool with one worker. `own` returns its processes, without the workers of other tests. */
function poolWith(options: Partial<PoolOptions> = {}) {
  const others = workers()
  const pool = createPool<CompareKinds>({ size: 1, program: join(inject('programs'), 'worker.js'), ...options })
  onTestFinished(() => pool.close())
  return { pool, own: () => workers().filter((pid) => !others.includes(pid)) }
}

/** Writes a program that takes the place of a worker's, and returns its path. */
async function programOf(lines: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mod-list-catalog-worker-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const program = join(folder, 'worker.js')
  await writeFile(program, lines)
  return program
}

const HANGS = 'setInterval(() => {}, 1_000)'

const bytes = (text: string) => Buffer.from(text)

async function diff(pool: WorkerPool<CompareKinds>, before = 'a\n', after = 'b\n'): Promise<string> {
  const result = await pool.run('diff', { files: [bytes(before), bytes(after)], name: 'a' })
  return JSON.parse(Buffer.from(result).toString())
}

/** Creates a pool whose worker has started, and returns its process id too. */
async function startedPool() {
  const { pool, own } = poolWith()
  await diff(pool)
  const [pid = 0] = own()
  return { pool, own, pid }
}

const DIFF = '--- a\n+++ a\n@@ -1,1 +1,1 @@\n-a\n+b\n'

/** Runs a diff that takes a while. */
const slow = (pool: WorkerPool<CompareKinds>) => diff(pool, 'a\nb\nc\n'.repeat(200_000), 'c\na\n'.repeat(300_000))

// The tests find processes in /proc.
describe.runIf(process.platform === 'linux')('a pool of workers', () => {
  it('starts no process before there is a task, and at most as many as its size', async () => {
    const { pool, own } = poolWith({ size: 2 })
    expect(own()).toEqual([])
    const diffs = await Promise.all(Array.from({ length: 8 }, () => diff(pool)))
    expect(diffs).toEqual(Array.from({ length: 8 }, () => DIFF))
    expect(own()).toHaveLength(2)
  })

  it('passes files of any length, even empty and missing ones', async () => {
    const { pool } = poolWith()
    const large = 'a line of a file\n'.repeat(500_000)
    const whole = await pool.run('diff', { files: [undefined, bytes(large)], name: 'a' })
    expect(JSON.parse(Buffer.from(whole).toString())).toContain('@@ -0,0 +1,500000 @@')
    expect(await diff(pool, 'a\n', '')).toContain('-a\n')
  })

  it('reports the error of a failed task, and keeps its process', async () => {
    const { pool, own, pid } = await startedPool()
    await expect(
      pool.run('markdown', { files: [bytes('no JSON')], names: { before: 'A', after: 'B' } as never }),
    ).rejects.toThrow('SyntaxError')
    expect(await diff(pool)).toBe(DIFF)
    expect(own()).toEqual([pid])
  })

  it('fails the task of a process that dies, and runs the next in a new process', async () => {
    const { pool, own } = poolWith()
    const cut = slow(pool)
    await expect.poll(own).toHaveLength(1)
    const [pid = 0] = own()
    process.kill(pid, 'SIGKILL')
    await expect(cut).rejects.toThrow('A worker process has ended: SIGKILL')
    expect(await diff(pool)).toBe(DIFF)
    expect(own()).not.toContain(pid)
  })

  it('retries a task once if an idle process was dead already when it got the task', async () => {
    const { pool, own, pid } = await startedPool()
    process.kill(pid, 'SIGKILL')
    expect(await diff(pool)).toBe(DIFF)
    const [other = 0] = own()
    expect(other).not.toBe(pid)

    const cut = slow(pool)
    process.kill(other, 'SIGKILL')
    await expect.poll(() => own().some((each) => each !== other)).toBe(true)
    for (const each of own()) process.kill(each, 'SIGKILL')
    await expect(cut).rejects.toThrow('A worker process has ended: SIGKILL')
  })

  it('runs tasks after an idle process has died', async () => {
    const { pool, pid } = await startedPool()
    process.kill(pid, 'SIGKILL')
    await expect.poll(() => childrenOf(process.pid)).not.toContain(pid)
    await setImmediate() // the pool notices it by the pipe
    expect(await diff(pool)).toBe(DIFF)
  })

  it('ends a process after idleMs without a task, and starts a new one later', async () => {
    const { pool, own } = poolWith({ idleMs: 50 })
    expect(await diff(pool)).toBe(DIFF)
    await expect.poll(own).toEqual([])
    expect(await diff(pool)).toBe(DIFF)
  })

  it('does not end a process whose task takes longer than idleMs', async () => {
    const { pool } = poolWith({ idleMs: 1 })
    expect(await slow(pool)).toContain('@@')
  })

  it('kills a process that hangs or takes too long, and fails its task', async () => {
    const hanging = await programOf(HANGS)
    for (const { pool, own } of [poolWith({ program: hanging, taskMs: 100 }), poolWith({ taskMs: 100 })]) {
      await expect(slow(pool)).rejects.toThrow('A worker process did not answer within 100 ms.')
      expect(own()).toEqual([])
    }
  })

  it('ends the process of a task that nobody waits for, and drops a waiting task', async () => {
    const { pool, own } = poolWith({ program: await programOf(HANGS) })
    const gone = new AbortController()
    const task = { files: [bytes('a'), bytes('b')], name: 'a' } as const
    const tasks = [1, 2].map(() => pool.run('diff', task, gone.signal))
    const ended = Promise.allSettled(tasks)
    await expect.poll(own).toHaveLength(1)
    gone.abort(new Error('The client has gone.'))
    expect((await ended).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(own()).toEqual([])
  })

  it('fails a task whose process sends an invalid message', async () => {
    const program = await programOf(`require('node:fs').writeSync(3, Buffer.from([4, 0, 0, 0, 1, 2, 3, 4])); ${HANGS}`)
    const { pool, own } = poolWith({ program })
    await expect(diff(pool)).rejects.toThrow('A worker process has ended: SIGKILL')
    expect(own()).toEqual([])
  })

  it('fails all unfinished tasks when it is closed, and leaves no process', async () => {
    const { pool, own } = poolWith()
    await diff(pool)
    const tasks = Promise.allSettled([slow(pool), diff(pool)])
    await pool.close()
    expect((await tasks).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    await expect(diff(pool)).rejects.toThrow('closed')
    expect(own()).toEqual([])
  })

  it('reports that a process cannot be started, and retries with the next task', async () => {
    const { pool } = poolWith()
    const { execPath } = process
    process.execPath = '/nowhere/node'
    try {
      await expect(diff(pool)).rejects.toThrow('spawn /nowhere/node ENOENT')
    } finally {
      process.execPath = execPath
    }
    expect(await diff(pool)).toBe(DIFF)
  })

  it('has processes that ignore the signals of a terminal, because the server ends them', async () => {
    const { pool, own, pid } = await startedPool()
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.kill(pid, signal)
    expect(await diff(pool)).toBe(DIFF)
    expect(own()).toEqual([pid])
  })

  it('has processes all of whose threads have a lower priority than the server', async () => {
    const { pid } = await startedPool()
    const threads = readdirSync(`/proc/${pid}/task`)
    const nice = threads.map((thread) => Number(statOf(Number(thread))?.[16]))
    expect(threads.length).toBeGreaterThan(1)
    expect(nice).toEqual(threads.map(() => 10))
  })
})
