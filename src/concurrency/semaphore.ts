import { CatalogError } from '../errors.ts'
import { createLine } from './line.ts'

/** Limits how much work runs at the same time. */
export interface Semaphore {
  /** Waits for a permit. Returns the function that releases it. */
  acquire(signal?: AbortSignal): Promise<() => void>
  /** Returns the number of taken permits, and how much work waits for one. */
  counts(): { running: number; waiting: number }
}

interface SemaphoreOptions {
  permits: number
  /** How much work may wait; more is refused. Unlimited by default. */
  maxWaiting?: number
  /** Maximum wait in milliseconds. Unlimited by default. */
  maxWaitMs?: number
  /** The message for work that is refused. */
  refusal: string
}

/**
 * Creates a semaphore that serves waiting work in order of arrival.
 *
 * p-limit and p-queue do not suffice: when a client disconnects, p-limit can't remove its work from the queue, and
 * p-queue frees the permit of work that still runs.
 */
export function createSemaphore({
  permits,
  maxWaiting = Number.POSITIVE_INFINITY,
  maxWaitMs,
  refusal,
}: SemaphoreOptions): Semaphore {
  const line = createLine<null>(refusal)
  let running = 0

  function release() {
    running--
    for (const [go] of line) {
      running++
      return go()
    }
  }

  return {
    async acquire(signal) {
      signal?.throwIfAborted()
      if (running < permits) running++
      else if (line.size >= maxWaiting) throw new CatalogError('unavailable', refusal)
      else await line.wait(null, { signal, maxWaitMs })
      return release
    },
    counts: () => ({ running, waiting: line.size }),
  }
}
