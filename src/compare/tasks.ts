import { fileURLToPath } from 'node:url'
import { LRUCache } from 'lru-cache'
import type { CacheFigures } from '../concurrency/bounded-cache.ts'
import { CatalogError, invalid } from '../errors.ts'
import { createPool, TaskTimeout, WorkerEnded, type WorkerPool } from '../workers/pool.ts'
import { resultOf, type Serialized } from '../workers/serve.ts'
import type { CompareKinds } from './worker/kinds.ts'

type ComparePool = WorkerPool<CompareKinds>

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
export interface CachedTask<File, Value> {
  /** Tasks with equal keys have equal results. */
  key: string
  files: readonly (File | undefined)[]
  run(pool: Pick<ComparePool, 'run'>, files: readonly (Uint8Array | undefined)[]): Promise<Serialized<Value>>
}

export type Load<File> = (file: File) => Promise<Uint8Array>

export interface TasksOptions {
  cacheBytes: number
  maxQueue: number
  maxWorkers?: number
  pool?: ComparePool
}

/** Estimated memory of a cached result in addition to its bytes and its key. */
const OVERHEAD_BYTES = 600

/** Number of tasks of one comparison that are in progress at the same time: one loads while another runs. */
const CONCURRENT_TASKS = 2

/** Memory of a thread. A young generation of 96 MB saves a fifth to a third of the processor time. */
const MEMORY = { maxYoungGenerationSizeMb: 96, maxOldGenerationSizeMb: 1_024 }

/** Number of failures after which a task is certain to fail again. */
const CERTAIN = 2

/** How long failures are remembered, in milliseconds. */
const FORGET_MS = 10 * 60_000

/**
 * Runs the tasks of comparisons in workers. Problem: anyone may compare the largest lists again and again, and
 * disconnect. Approach: results are cached by the content of the files, and requests share one in progress. A
 * comparison runs only a few tasks at a time, and starts none without its client. Guarantee: a task that is too slow,
 * or whose worker dies, is answered with 503; after two times the files are refused (422) for ten minutes. Tests:
 * test/compare/differ.test.ts, test/compare/too-slow.test.ts.
 */
export function createTasks({ cacheBytes, pool, ...options }: TasksOptions) {
  const workers = pool ?? startPool(options)
  const failures = new LRUCache<string, number>({ max: 10_000, ttl: FORGET_MS })
  const cached = new LRUCache<string, Serialized<unknown>, () => Promise<Serialized<unknown>>>({
    maxSize: Math.max(1, cacheBytes),
    sizeCalculation: (result, key) => result.length + 2 * key.length + OVERHEAD_BYTES,
    fetchMethod: (_key, _stale, { context }) => context(),
    ignoreFetchAbort: true, // a full cache would give up tasks that are waited for
  })
  const cache = Object.assign(cached, { hits: 0, misses: 0 })

  async function findResult<File, Value>(task: CachedTask<File, Value>, load: Load<File>): Promise<Value> {
    if ((failures.get(task.key) ?? 0) >= CERTAIN) throw invalid({ files: [TOO_SLOW] })
    const { misses } = cache
    const result = cache.fetch(task.key, { context: () => run(task, load) })
    if (cache.misses === misses) cache.hits++
    const bytes = (await result) as Serialized<Value> | undefined // equal keys have results of the same type
    if (bytes === undefined) throw new Error('Unexpected: a task has no result.')
    return resultOf(bytes)
  }

  /** Loads the files one after another: if they all arrived in one turn of the event loop, they would block it. */
  async function run<File, Value>(task: CachedTask<File, Value>, load: Load<File>): Promise<Serialized<Value>> {
    cache.misses++
    const files: (Uint8Array | undefined)[] = []
    for (const file of task.files) files.push(file && (await load(file)))
    try {
      return await task.run(workers, files)
    } catch (error) {
      if (!(error instanceof TaskTimeout || error instanceof WorkerEnded)) throw error
      failures.set(task.key, (failures.get(task.key) ?? 0) + 1)
      throw new CatalogError('unavailable', 'These files could not be read this time. Try again in a moment.')
    }
  }

  return {
    /** Returns the results of tasks, in order. None is started after an error, or without the client. */
    async results<File, Value>(
      tasks: readonly CachedTask<File, Value>[],
      load: Load<File>,
      signal?: AbortSignal,
    ): Promise<Value[]> {
      const results: Value[] = []
      const queue = [...tasks.entries()]
      const runSome = async () => {
        try {
          for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
            signal?.throwIfAborted()
            results[next[0]] = await findResult(next[1], load)
          }
        } finally {
          queue.length = 0
        }
      }
      const runs = Array.from({ length: CONCURRENT_TASKS }, runSome)
      await Promise.allSettled(runs) // so that nothing is loading after an error
      await Promise.all(runs)
      return results
    },
    run: async <File, Value>(task: CachedTask<File, Value>, load: Load<File>, signal?: AbortSignal): Promise<Value> => {
      signal?.throwIfAborted()
      return findResult(task, load)
    },
    counts: () => workers.counts(),
    /** The figures of the cache of results. A result that was in progress for another comparison counts as a hit. */
    figures: cache as CacheFigures,
    close: () => workers.close(),
  }
}

/** Starts the workers of comparisons: next to this file if both are bundled, otherwise from their source. */
export function startPool({ maxWorkers, ...options }: { maxQueue: number; maxWorkers?: number; program?: string }) {
  const name = import.meta.url.endsWith('.ts') ? './worker/worker.ts' : './worker.js'
  const program = fileURLToPath(new URL(name, import.meta.url))
  const size = maxWorkers === undefined ? {} : { size: maxWorkers }
  return createPool<CompareKinds>({ program, resourceLimits: MEMORY, ...size, ...options })
}

/** The message about files that take too long to read or compare. */
export const TOO_SLOW = 'These files could not be read: it takes too long. They can be downloaded as they are.'
