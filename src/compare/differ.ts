import { LRUCache } from 'lru-cache'
import { createPool } from '../diff/pool.ts'
import type { Budget } from '../diff/unified-diff.ts'
import { createSemaphore } from '../limits/semaphore.ts'
import { type Pair, pairFiles } from './pairs.ts'

/** What tells a stored file without its content. */
export interface StoredFile {
  /** Of equal hashes, name and content are equal. */
  hash: string
  cleanName: string
  bytes: number
}

/** Compares lists of stored files, off the event loop, and no pair of files twice while its diff is remembered. */
export interface Differ {
  /**
   * The unified diffs that turn one list's files into the other's, each as a JSON string in UTF-8, quotes included.
   * Only files whose diff is not remembered are loaded. When the signal comes, what has not begun is left undone.
   */
  diffs<File extends StoredFile>(
    before: readonly File[],
    after: readonly File[],
    load: (file: File) => Promise<Uint8Array>,
    signal?: AbortSignal,
  ): Promise<Uint8Array[]>
  stats(): DifferStats
  close(): Promise<void>
}

export interface DifferStats {
  /** Compares at work, and compares that wait for their turn. */
  running: number
  waiting: number
  /** Diffs remembered, and the bytes that they take. */
  remembered: number
  rememberedBytes: number
  /** Diffs made, and diffs that another compare had made or was making. */
  made: number
  reused: number
}

export interface DifferOptions {
  /** How much to remember. */
  cacheBytes: number
  /** How many compares may wait for their turn; one more is refused as unavailable. */
  maxQueue: number
  maxThreads?: number
}

/** Pairs of one compare that are loaded and diffed at the same time: one is loaded while another is diffed. */
const LANES = 2

/** From so many bytes of differing files on, all of them together would take too long with the full budget. */
const LARGE = 8 * 2 ** 20

/** What an entry costs beside its text, about. */
const ENTRY_BYTES = 250

export function createDiffer({ cacheBytes, maxQueue, maxThreads }: DifferOptions): Differ {
  const pool = createPool(maxThreads)
  const semaphore = createSemaphore({
    permits: pool.threads + 1,
    maxWaiting: maxQueue,
    refusal: 'Too many comparisons at once. Try again in a moment.',
  })
  const remembered = new LRUCache<string, Uint8Array>({
    maxSize: Math.max(1, cacheBytes), // of 0, nothing is kept
    sizeCalculation: (diff) => diff.byteLength + ENTRY_BYTES,
  })
  const underway = new Map<string, Promise<Uint8Array>>()
  let made = 0
  let reused = 0

  /** Starts only what nobody else has started; whoever waits for it gets the one result. */
  function diffOf<File extends StoredFile>(
    pair: Pair<File>,
    budget: Budget,
    load: (file: File) => Promise<Uint8Array>,
  ) {
    const key = keyOf(pair, budget)
    const known = remembered.get(key) ?? underway.get(key)
    if (known) {
      reused++
      return known
    }
    made++
    const diff = make(pair, budget, load)
      .then((json) => {
        remembered.set(key, json)
        return json
      })
      .finally(() => underway.delete(key))
    underway.set(key, diff)
    return diff
  }

  async function make<File extends StoredFile>(
    { before, after }: Pair<File>,
    budget: Budget,
    load: (file: File) => Promise<Uint8Array>,
  ) {
    const [oldFile, newFile] = await allSettled([before && load(before), after && load(after)])
    return pool.run({ name: (before ?? after)?.cleanName ?? '', oldFile, newFile, budget })
  }

  return {
    async diffs(before, after, load, signal) {
      const pairs = pairFiles(before, after).filter((pair) => !isSame(pair))
      const budget = bytesOf(pairs) > LARGE ? 'reduced' : 'full'
      const release = pairs.every((pair) => remembered.has(keyOf(pair, budget)))
        ? undefined
        : await semaphore.acquire(signal)
      try {
        const diffs = await inLanes(pairs, LANES, (pair) => {
          signal?.throwIfAborted()
          return diffOf(pair, budget, load)
        })
        return diffs.filter((diff) => diff.length > 0)
      } finally {
        release?.()
      }
    },
    stats() {
      return {
        ...semaphore.counts(),
        remembered: remembered.size,
        rememberedBytes: remembered.calculatedSize,
        made,
        reused,
      }
    },
    close: () => pool.close(),
  }
}

const isSame = ({ before, after }: Pair<StoredFile>) => before?.hash === after?.hash

const bytesOf = (pairs: readonly Pair<StoredFile>[]) =>
  pairs.reduce((sum, { before, after }) => sum + (before?.bytes ?? 0) + (after?.bytes ?? 0), 0)

/** All that a diff depends on. */
const keyOf = ({ before, after }: Pair<StoredFile>, budget: Budget) => `${budget} ${before?.hash} ${after?.hash}`

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
async function allSettled<const Work extends readonly unknown[]>(work: Work) {
  await Promise.allSettled(work)
  return Promise.all(work)
}
