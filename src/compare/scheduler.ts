import { fileURLToPath } from 'node:url'
import { type CacheFigures, createBoundedCache, ownBytes } from '../concurrency/bounded-cache.ts'
import { createSemaphore } from '../concurrency/semaphore.ts'
import { createSharedWork } from '../concurrency/shared-work.ts'
import { invalid } from '../errors.ts'
import { createPool, type WorkerPool } from '../workers/pool.ts'
import { TaskTimeout } from '../workers/worker-process.ts'
import type { CompareKinds } from './worker/worker.ts'

type ComparePool = Pick<WorkerPool<CompareKinds>, 'run'>

/** A stored file without its content. */
export interface ComparedFile {
  /** Files with equal hashes have equal names and contents. */
  hash: string
  cleanName: string
  bytes: number
}

/** Returns the files of a task as its worker gets them, if all of them exist. */
export const storedFiles = (files: readonly ComparedFile[], contents: readonly (Uint8Array | undefined)[]) => ({
  files: contents.filter((content) => content !== undefined),
  names: files.map(({ cleanName }) => cleanName),
})

/** A task for the workers, whose result is cached and whose files have not been loaded yet. */
export interface CachedTask<File> {
  /** Tasks with equal keys have equal results. */
  key: string
  files: readonly (File | undefined)[]
  run(pool: ComparePool, files: readonly (Uint8Array | undefined)[]): Promise<Uint8Array>
}

export type Load<File> = (file: File) => Promise<Uint8Array>

export interface SchedulerOptions {
  /** Memory for cached results, in bytes. */
  cacheBytes: number
  /** Maximum number of waiting comparisons; further ones are refused (503). */
  maxQueue: number
  maxWorkers?: number
  /** Maximum time for a task, in milliseconds, instead of that of the pool. */
  taskMs?: number | undefined
  /** The path of the built program of the workers: from source it starts slowly. */
  program?: string
}

/** Memory for the keys of tasks that took too long, in bytes. */
const TOO_SLOW_BYTES = 2 ** 20

/** Number of tasks of one comparison that are in progress at the same time: one loads while another runs. */
const CONCURRENT_TASKS = 2

/**
 * Gives the young generation of V8's heap in a worker 32 MiB instead of 16. Most of what reading a list allocates is then
 * gone before it is collected, which saves a fifth to a third of the processor time (`npm run bench -- culprit`).
 */
const LARGE_YOUNG = '--max-semi-space-size=32'

/*
 * Runs the tasks of comparisons in worker processes (src/workers/), with limits, and each task only once.
 *
 * Problem: anyone may compare the largest lists again and again, and disconnect before the response.
 * Approach: a fixed number of comparisons run, a fixed number wait, and further ones are refused. A comparison loads
 * and runs only a few tasks at a time. Results are cached by the content of the files. Requests for a result that is in
 * progress wait for it.
 * Guarantee: cached results are returned at once, however many comparisons wait. A task ends when nobody waits for it. A
 * task that took too long is not run again: what it reads could not be read (422).
 * Tests: test/compare/differ.test.ts.
 */
export function createScheduler({
  cacheBytes,
  maxQueue,
  maxWorkers,
  taskMs,
  program = workerProgram(),
}: SchedulerOptions) {
  const pool = createPool<CompareKinds>({ size: maxWorkers, taskMs, program, nodeOptions: [LARGE_YOUNG] })
  const semaphore = createSemaphore({
    permits: pool.size + 1,
    maxWaiting: maxQueue,
    refusal: 'Too many comparisons at once. Try again in a moment.',
  })
  const cache = createBoundedCache<Uint8Array>(cacheBytes, ({ length }) => length)
  const tooSlow = createBoundedCache<string>(TOO_SLOW_BYTES, () => 0)
  const runOnce = createSharedWork<Uint8Array>()

  /** Returns the cached result, or runs the task. Concurrent calls with the same task share one run. */
  function resultOf<File>(
    task: CachedTask<File>,
    load: Load<File>,
    signal: AbortSignal | undefined,
  ): Uint8Array | Promise<Uint8Array> {
    const cached = cache.get(task.key)
    if (cached !== undefined) {
      cache.hits++
      return cached
    }
    const { misses } = cache
    const result = runOnce(task.key, (signal) => run(task, load, signal), signal)
    if (cache.misses === misses) cache.hits++
    return result
  }

  /**
   * Loads the files of a task and runs it. Files are loaded one after another: if all were loaded at once, they could
   * arrive in one turn of the event loop and block it.
   */
  async function run<File>(task: CachedTask<File>, load: Load<File>, signal: AbortSignal) {
    cache.misses++
    const files: (Uint8Array | undefined)[] = []
    for (const file of task.files) {
      signal.throwIfAborted()
      files.push(file && (await load(file)))
    }
    const result = ownBytes(await runTask(task, files, signal))
    cache.set(task.key, result)
    return result
  }

  async function runTask<File>(
    task: CachedTask<File>,
    files: readonly (Uint8Array | undefined)[],
    signal: AbortSignal,
  ) {
    try {
      return await task.run({ run: (kind, given) => pool.run(kind, given, signal) }, files)
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof TaskTimeout)) throw error
      tooSlow.set(task.key, 'too slow')
      throw unreadable()
    }
  }

  return {
    /** Returns the results of tasks, in their order. */
    async results<File>(tasks: readonly CachedTask<File>[], load: Load<File>, signal?: AbortSignal) {
      if (tasks.some(({ key }) => tooSlow.has(key))) throw unreadable()
      const release = tasks.every((task) => cache.has(task.key)) ? undefined : await semaphore.acquire(signal)
      try {
        return await mapConcurrently(tasks, CONCURRENT_TASKS, (task) => {
          signal?.throwIfAborted()
          return resultOf(task, load, signal)
        })
      } finally {
        release?.()
      }
    },
    /** Returns the numbers of running and waiting comparisons. */
    counts: semaphore.counts,
    /** Figures of the result cache. A result that was in progress for another comparison counts as a hit. */
    figures: cache as CacheFigures,
    close: () => pool.close(),
  }
}

/** The message about files that take too long to read or compare. */
export const TOO_SLOW = 'These files could not be read: it takes too long. They can be downloaded as they are.'

const unreadable = () => invalid({ files: [TOO_SLOW] })

/**
 * Returns the results of `work` in the order of the items, with at most `limit` in progress. After an error, no item is
 * started.
 */
async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<Result> | Result,
): Promise<Result[]> {
  const results: Result[] = []
  const queue = [...items.entries()]
  const takeItems = async () => {
    try {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        const [at, item] = next
        results[at] = await work(item)
      }
    } finally {
      queue.length = 0
    }
  }
  const takers = Array.from({ length: limit }, takeItems)
  await Promise.allSettled(takers) // the caller then releases the semaphore
  await Promise.all(takers)
  return results
}

/** Returns the path of the workers' program: next to this file if both are bundled, otherwise its source. */
function workerProgram(): string {
  const name = import.meta.url.endsWith('.ts') ? './worker/worker.ts' : './worker.js'
  return fileURLToPath(new URL(name, import.meta.url))
}
