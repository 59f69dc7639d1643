import { CatalogError } from '../errors.ts'

/**
 * Bounds work that runs at once: up to `permits` run, up to `maxWaiting` wait in order of arrival, and further ones are
 * refused as unavailable.
 *
 * p-limit and p-queue were tried in its place. The first can't take work whose client has gone out of its queue; the
 * second gives the permit of running work away when its client goes, though the work runs on until it has settled.
 */
export interface Semaphore {
  /** Waits for a permit, until the signal aborts. The result releases it. */
  acquire(signal?: AbortSignal): Promise<() => void>
  counts(): { running: number; waiting: number }
}

export interface SemaphoreOptions {
  permits: number
  maxWaiting: number
  /** How long each may wait; for ever if left out. */
  maxWaitMs?: number
  /** The message for what is refused. */
  refusal: string
}

export function createSemaphore({ permits, maxWaiting, maxWaitMs, refusal }: SemaphoreOptions): Semaphore {
  const waiting = new Set<() => void>()
  let running = 0

  const release = () => {
    running--
    const [next] = waiting
    next?.()
  }
  const grant = () => {
    running++
    return release
  }
  const refused = () => new CatalogError('unavailable', refusal)

  return {
    async acquire(signal) {
      signal?.throwIfAborted()
      if (running < permits) return grant()
      if (waiting.size >= maxWaiting) throw refused()
      return new Promise((resolve, reject) => {
        const stopWaiting = () => {
          clearTimeout(timer)
          waiting.delete(proceed)
          signal?.removeEventListener('abort', giveUp)
        }
        const giveUp = () => {
          stopWaiting()
          reject(signal?.aborted ? signal.reason : refused())
        }
        const proceed = () => {
          stopWaiting()
          resolve(grant())
        }
        const timer = maxWaitMs === undefined ? undefined : setTimeout(giveUp, maxWaitMs)
        waiting.add(proceed)
        signal?.addEventListener('abort', giveUp, { once: true })
      })
    },
    counts: () => ({ running, waiting: waiting.size }),
  }
}
