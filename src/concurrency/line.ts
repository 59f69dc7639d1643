import { CatalogError } from '../errors.ts'

/** How a wait ends before its turn. */
export interface Wait {
  /** Ends the wait when the client disconnects. */
  signal?: AbortSignal | undefined
  /** Maximum wait in milliseconds. */
  maxWaitMs?: number | undefined
}

/** Work that waits for its turn. Iterating returns what each asked for and its `go`, in order of arrival. */
export interface Line<Asked> extends Iterable<[go: () => void, asked: Asked]> {
  readonly size: number
  /** Waits until its `go` is called. Throws if the wait ends before. */
  wait(asked: Asked, wait: Wait): Promise<void>
}

/** Creates a line. Work that has waited for too long is refused (503) with the message `refusal`. */
export function createLine<Asked>(refusal: string): Line<Asked> {
  const waiting = new Map<() => void, Asked>()
  return {
    get size() {
      return waiting.size
    },
    [Symbol.iterator]: () => waiting[Symbol.iterator](),
    wait: (asked, { signal, maxWaitMs }) =>
      new Promise((resolve, reject) => {
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
        const timer = maxWaitMs === undefined ? undefined : setTimeout(giveUp, maxWaitMs)
        signal?.addEventListener('abort', giveUp, { once: true })
        waiting.set(go, asked)
      }),
  }
}
