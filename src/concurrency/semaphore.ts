import { CatalogError } from '../errors.ts'

export interface Semaphore {
  /** Waits for a permit. Returns the function that releases it. Throws 503 if too much work waits or for too long. */
  acquire(signal?: AbortSignal): Promise<() => void>
  /** Returns the number of taken permits, and how much work waits for one. */
  counts(): { running: number; waiting: number }
}

interface SemaphoreOptions {
  permits: number
  /** How much work may wait; more is refused. */
  maxWaiting: number
  maxWaitMs: number
  refusal: string
}

/**
 * Creates a semaphore that serves waiting work in order of arrival. p-limit can't remove the work of a disconnected
 * client from the queue; p-queue frees the permit of work that still runs.
 */
export function createSemaphore({ permits, maxWaiting, maxWaitMs, refusal }: SemaphoreOptions): Semaphore {
  const waiting = new Set<() => void>()
  let running = 0

  function release() {
    running--
    for (const go of waiting) {
      running++
      return go()
    }
  }

  const wait = (signal: AbortSignal | undefined) =>
    new Promise<void>((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', giveUp)
        waiting.delete(go)
      }
      const giveUp = () => {
        leave()
        reject(signal?.aborted ? signal.reason : new CatalogError('unavailable', refusal))
      }
      const go = () => {
        leave()
        resolve()
      }
      const timer = setTimeout(giveUp, maxWaitMs)
      signal?.addEventListener('abort', giveUp, { once: true })
      waiting.add(go)
    })

  return {
    async acquire(signal) {
      signal?.throwIfAborted()
      if (running < permits) running++
      else if (waiting.size >= maxWaiting) throw new CatalogError('unavailable', refusal)
      else await wait(signal)
      return release
    },
    counts: () => ({ running, waiting: waiting.size }),
  }
}
