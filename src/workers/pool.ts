import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { inspect } from 'node:util'
import type { ResourceLimits } from 'node:worker_threads'
import { Piscina } from 'piscina'
import { CatalogError } from '../errors.ts'
import type { Job, Kinds, Outcome, Serialized, Task } from './serve.ts'

/**
 * A pool of worker threads that make diffs, and read and compare load orders. Approach: piscina runs tasks in threads,
 * one for each core, at most eight, with a lower priority than the server (serve.ts). Guarantee: a thread starts only
 * for a task, and ends after a minute without one. A task that uses too much processor time, or whose thread dies,
 * fails, and another thread takes its place. Tasks beyond the maximum queue are refused (503). Tests:
 * test/workers/pool.slow.test.ts.
 */
export interface WorkerPool<Known extends Kinds> {
  /**
   * Runs a task. Throws TaskTimeout or WorkerEnded. If `signal` is aborted, the task is dropped, or its thread ended.
   */
  run<Kind extends string & keyof Known>(
    kind: Kind,
    task: Parameters<Known[Kind]>[0],
    signal?: AbortSignal,
  ): Promise<Serialized<ReturnType<Known[Kind]>>>
  counts(): { running: number; waiting: number }
  close(): Promise<void>
}

export interface PoolOptions {
  /** Path of the module whose default export is made by serveTasks (serve.ts). */
  program: string
  size?: number
  /** Maximum number of waiting tasks. */
  maxQueue?: number
  idleMs?: number
  /** Maximum processor time of a task, in milliseconds. */
  taskMs?: number
  /** Memory of a thread. A thread that needs more ends. */
  resourceLimits?: ResourceLimits
}

/** Maximum number of threads, which bounds their memory. A container may have only a few of its machine's many cores. */
const MAX_SIZE = 8

/** How often the processor time of running tasks is checked, in milliseconds. */
const CHECK_MS = 250

export class TaskTimeout extends Error {
  override name = 'TaskTimeout'
}

export class WorkerEnded extends Error {
  override name = 'WorkerEnded'
}

export function createPool<Known extends Kinds>({
  program,
  size = Math.min(availableParallelism(), MAX_SIZE),
  maxQueue = Number.POSITIVE_INFINITY,
  idleMs = 60_000,
  taskMs = 20_000,
  resourceLimits = {},
}: PoolOptions): WorkerPool<Known> {
  const threads = new Piscina({
    filename: program,
    minThreads: 0,
    maxThreads: size,
    idleTimeout: idleMs,
    resourceLimits,
    recordTiming: false,
    ...(program.endsWith('.ts') && { execArgv: ['--import', 'tsx'] }),
  })
  const unfinished = new Set<AbortController>()
  // A thread that can't start leaves its task waiting for ever.
  threads.on('error', (error) => {
    for (const ending of unfinished) ending.abort(new WorkerEnded(`A worker thread can't start: ${inspect(error)}`))
  })
  let isClosed = false

  async function runJob(job: Job, ending: AbortController): Promise<Outcome> {
    const files = job.files.map((file) => file && new Uint8Array(file))
    const transferList = files.flatMap((file) => (file ? [file.buffer] : []))
    let start: number | undefined
    const check = setInterval(() => {
      const [thread = 0] = job.thread
      if (thread === 0) return // waits
      const now = processorMs(thread)
      start ??= now
      if (now - start > taskMs) ending.abort(new TaskTimeout(`A task took more than ${taskMs} ms of processor time.`))
    }, CHECK_MS)
    try {
      return await threads.run({ ...job, files }, { signal: ending.signal, transferList })
    } catch (error) {
      ending.signal.throwIfAborted()
      if (isClosed) throw new Error('The pool of workers is closed.')
      throw new WorkerEnded(`A worker thread has ended: ${error}`)
    } finally {
      clearInterval(check)
    }
  }

  return {
    counts: () => ({ running: unfinished.size - threads.queueSize, waiting: threads.queueSize }),
    async run(kind, { files = [], ...task }: Task, signal) {
      signal?.throwIfAborted()
      if (isClosed) throw new Error('The pool of workers is closed.')
      // piscina's own limit does not count tasks with a signal.
      if (threads.queueSize >= maxQueue) throw tooMany()
      const ending = new AbortController()
      const end = () => ending.abort(signal?.reason)
      signal?.addEventListener('abort', end, { once: true })
      unfinished.add(ending)
      try {
        const thread = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
        const { result, error } = await runJob({ kind, task, files, thread }, ending)
        if (result === undefined) throw new Error(error)
        return Buffer.from(result.buffer, result.byteOffset, result.length)
      } finally {
        unfinished.delete(ending)
        signal?.removeEventListener('abort', end)
      }
    },
    async close() {
      isClosed = true
      await threads.destroy()
    },
  }
}

const tooMany = () => new CatalogError('unavailable', 'Too many comparisons at once. Try again in a moment.')

/** Milliseconds of a clock tick in /proc. Linux has 100 ticks a second on every machine. */
const TICK_MS = 10

/** Returns the processor time of a thread of this process in milliseconds; 0 if it has ended. Without /proc, that of all threads. */
function processorMs(thread: number): number {
  if (process.platform !== 'linux') {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000
  }
  try {
    const stat = readFileSync(`/proc/self/task/${thread}/stat`, 'latin1')
    // The name of the thread is in parentheses, and may contain spaces. The user and system times are 12th and 13th after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS
  } catch {
    return 0
  }
}
