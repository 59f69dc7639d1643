import { CatalogError } from './errors.ts'

/**
 * Lets so many in at once, and so many wait in order of arrival; whoever comes then is refused as unavailable.
 *
 * p-limit and p-queue were tried in its place: the first can't take one that gives up out of its queue, the second gives
 * the place of one that is at work away when its client goes, though the work goes on until it has settled.
 */
export interface Semaphore {
  /** Waits to be let in; leaves the queue when the signal comes first. The result is to be called on leaving. */
  enter(signal?: AbortSignal): Promise<() => void>
  counts(): { inside: number; waiting: number }
}

export interface SemaphoreOptions {
  inside: number
  waiting: number
  /** How long one may wait, in milliseconds; as long as it takes if left out. */
  patience?: number
  /** What whoever is refused is told. */
  refusal: string
}

export function createSemaphore({ inside: room, waiting: line, patience, refusal }: SemaphoreOptions): Semaphore {
  const waiting = new Set<() => void>()
  let inside = 0

  const leave = () => {
    inside--
    const [next] = waiting
    next?.()
  }
  const letIn = () => {
    inside++
    return leave
  }
  const refused = () => new CatalogError('unavailable', refusal)

  return {
    async enter(signal) {
      signal?.throwIfAborted()
      if (inside < room) return letIn()
      if (waiting.size >= line) throw refused()
      return new Promise((resolve, reject) => {
        const stopWaiting = () => {
          clearTimeout(timer)
          waiting.delete(come)
          signal?.removeEventListener('abort', giveUp)
        }
        const giveUp = () => {
          stopWaiting()
          reject(signal?.aborted ? signal.reason : refused())
        }
        const come = () => {
          stopWaiting()
          resolve(letIn())
        }
        const timer = patience === undefined ? undefined : setTimeout(giveUp, patience)
        waiting.add(come)
        signal?.addEventListener('abort', giveUp, { once: true })
      })
    },
    counts: () => ({ inside, waiting: waiting.size }),
  }
}
