import { CatalogError } from '../../errors.ts'

/** How long an upload waits for others to be done with before it is refused. */
const PATIENCE_MS = 20_000

/** What one upload holds of the memory for all of them. */
export interface Share {
  /** Waits until there is room for as many bytes more. Throws if that takes too long. */
  take(bytes: number): Promise<void>
  /** Gives all of it back. */
  free(): void
}

/**
 * Bounds the bytes that uploads hold at once, from their first byte until they are answered. The oldest one never waits,
 * so that there is always one that goes on; clients that are slow hold no more than what they have sent.
 */
export function createUploadMemory(maxBytes: number, patience = PATIENCE_MS): { open(): Share } {
  const shares = new Set<object>()
  const waiting = new Set<() => void>()
  let held = 0

  const wake = () => {
    for (const look of [...waiting]) look()
  }

  function open(): Share {
    const share = {}
    shares.add(share)
    let own = 0

    const hasRoom = (bytes: number) => held + bytes <= maxBytes || shares.values().next().value === share
    const isOpen = () => shares.has(share)
    const grant = (bytes: number) => {
      if (!isOpen()) return // the client has gone
      own += bytes
      held += bytes
    }

    const wait = (bytes: number) =>
      new Promise<void>((resolve, reject) => {
        const end = () => {
          clearTimeout(timer)
          waiting.delete(look)
        }
        const look = () => {
          if (isOpen() && !hasRoom(bytes)) return
          end()
          grant(bytes)
          resolve()
        }
        const timer = setTimeout(() => {
          end()
          reject(new CatalogError('unavailable', 'Too many uploads at once. Try again in a moment.'))
        }, patience)
        waiting.add(look)
      })

    return {
      take: async (bytes) => (!isOpen() || hasRoom(bytes) ? grant(bytes) : wait(bytes)),
      free: () => {
        if (!shares.delete(share)) return
        held -= own
        wake()
      },
    }
  }

  return { open }
}
