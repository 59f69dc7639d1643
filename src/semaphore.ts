import { CatalogError } from '../errors.ts'

/** Lets so many in at once, and so many wait in order of arrival; whoever comes then is turned away. */
export interface Gate {
  /** Waits to be let in; leaves the line when the signal comes first. The result is to be called on leaving. */
  enter(signal?: AbortSignal): Promise<() => void>
  counts(): { inside: number; waiting: number }
}

export function createGate({ inside: room, waiting: line }: { inside: number; waiting: number }): Gate {
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

  return {
    async enter(signal) {
      signal?.throwIfAborted()
      if (inside < room) return letIn()
      if (waiting.size >= line) {
        throw new CatalogError('unavailable', 'Too many comparisons at once. Try again in a moment.')
      }
      return new Promise((resolve, reject) => {
        const giveUp = () => {
          waiting.delete(come)
          reject(signal?.reason)
        }
        const come = () => {
          waiting.delete(come)
          signal?.removeEventListener('abort', giveUp)
          resolve(letIn())
        }
        waiting.add(come)
        signal?.addEventListener('abort', giveUp, { once: true })
      })
    },
    counts: () => ({ inside, waiting: waiting.size }),
  }
}
