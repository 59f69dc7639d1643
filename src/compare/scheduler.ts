import { LRUCache } from 'lru-cache'
import { createSemaphore } from '../limits/semaphore.ts'
import { createPool, type WorkerPool } from '../workers/pool.ts'

/** What tells a stored file without its content. */
export interface ComparedFile {
  /** Of equal hashes, name and content are equal. */
  hash: string
  cleanName: string
  bytes: number
}

/** A task for the workers, whose files are still to be loaded. */
export interface Task<File> {
  /** Of equal keys, tasks have equal results. */
  key: string
  files: readonly (File | undefined)[]
  run(pool: WorkerPool, files: readonly (Uint8Array | undefined)[]): Promise<Uint8Array>
}

export type Load<File> = (file: File) => Promise<Uint8Array>

/**
 * Runs what compares do in worker processes (src/workers/), bounded and no task twice.
 *
 * Problem: anyone may compare the largest lists with each other, again and again, and leave before the answer.
 * Idea: so many compares are at work, so many wait, the next one is refused. Within a compare a few tasks are loaded and
 * run at the same time. Results are remembered by the content of the files; who asks for what is being made waits for it.
 * Promise: what is remembered is given at once, whatever waits. When a client goes, what has not begun is left undone.
 * Tested in test/compare/differ.test.ts.
 */
export interface Scheduler {
  /** The results of tasks, in their order. */
  results<File>(tasks: readonly Task<File>[], load: Load<File>, signal?: AbortSignal): Promise<Uint8Array[]>
  stats(): SchedulerStats
  close(): Promise<void>
}

export interface SchedulerStats {
  /** Compares at work, and compares that wait for their turn. */
  running: number
  waiting: number
  /** Results remembered, and the bytes that they take. */
  remembered: number
  rememberedBytes: number
  /** Results made, and results that another compare had made or was making. */
  made: number
  reused: number
}

export interface SchedulerOptions {
  /** How much to remember. */
  cacheBytes: number
  /** How many compares may wait for their turn; one more is refused as unavailable. */
  maxQueue: number
  maxWorkers?: number
  /** See PoolOptions. */
  program?: string
}

/** Tasks of one compare that are loaded and run at the same time: one is loaded while another runs. */
const LANES = 2

/** What an entry costs beside its result and its key, about. */
const ENTRY_BYTES = 120

export function createScheduler({ cacheBytes, maxQueue, maxWorkers, program }: SchedulerOptions): Scheduler {
  const pool = createPool({ size: maxWorkers, program })
  const semaphore = createSemaphore({
    permits: pool.size + 1,
    maxWaiting: maxQueue,
    refusal: 'Too many comparisons at once. Try again in a moment.',
  })
  const remembered = new LRUCache<string, Uint8Array>({
    maxSize: Math.max(1, cacheBytes), // of 0, nothing is kept
    sizeCalculation: (result, key) => result.byteLength + key.length + ENTRY_BYTES,
  })
  const underway = new Map<string, Promise<Uint8Array>>()
  let made = 0
  let reused = 0

  /** Starts only what nobody else has started; whoever waits for it gets the one result. */
  function resultOf<File>(task: Task<File>, load: Load<File>) {
    const { key } = task
    const known = remembered.get(key) ?? underway.get(key)
    if (known) {
      reused++
      return known
    }
    made++
    const result = run(task, load)
      .then((bytes) => {
        remembered.set(key, bytes)
        return bytes
      })
      .finally(() => underway.delete(key))
    underway.set(key, result)
    return result
  }

  /** Loads one file after another: all at once would arrive in one turn of the event loop, and hold it for that long. */
  async function run<File>(task: Task<File>, load: Load<File>) {
    const files: (Uint8Array | undefined)[] = []
    for (const file of task.files) files.push(file && (await load(file)))
    return task.run(pool, files)
  }

  return {
    async results(tasks, load, signal) {
      const release = tasks.every((task) => remembered.has(task.key)) ? undefined : await semaphore.acquire(signal)
      try {
        return await inLanes(tasks, LANES, (task) => {
          signal?.throwIfAborted()
          return resultOf(task, load)
        })
      } finally {
        release?.()
      }
    },
    stats() {
      const { running, waiting } = semaphore.counts()
      return { running, waiting, remembered: remembered.size, rememberedBytes: remembered.calculatedSize, made, reused }
    },
    close: () => pool.close(),
  }
}

/** The results in the order of the items, of which so many are worked on at once. After an error none is begun. */
async function inLanes<Item, Result>(
  items: readonly Item[],
  lanes: number,
  work: (item: Item) => Promise<Result> | Result,
): Promise<Result[]> {
  const results: Result[] = []
  let hasFailed = false
  const queue = items.entries()
  const lane = async () => {
    for (const [index, item] of queue) {
      if (hasFailed) return
      try {
        results[index] = await work(item)
      } catch (error) {
        hasFailed = true
        throw error
      }
    }
  }
  await allSettled(Array.from({ length: lanes }, lane))
  return results
}

/** All results, or the first error; but only once nothing goes on any more, as the semaphore is given back then. */
async function allSettled<Work>(work: readonly Work[]) {
  await Promise.allSettled(work)
  return Promise.all(work)
}
