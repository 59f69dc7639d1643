import { CatalogError } from '../../errors.ts'
import { createMemoryPool, type MemoryPoolOptions } from './memory-pool.ts'

/** Up to so many bytes an upload is small, and what all small ones may hold beside the large ones. */
const SMALL_BYTES = 64 * 2 ** 10
const SMALL_MEMORY = 8 * 2 ** 20

export interface UploadMemoryOptions extends MemoryPoolOptions {
  /** Up to what an upload is small. */
  smallBytes?: number
}

/** What one upload holds of the memory for all of them. */
export interface Reservation {
  /** Waits until there is memory for as many bytes more. Throws if that takes too long, or if it was given up. */
  take(bytes: number): Promise<void>
  /** All of it has arrived: nobody waits for the client any more, and it is not given up. */
  complete(): void
  /** Gives all of it back. */
  release(): void
  /** Aborts when the reservation is given up, with the error for the client. */
  readonly signal: AbortSignal
}

/**
 * Bounds the bytes that uploads hold at once, from their first byte until they are answered.
 *
 * Each upload reserves what it has sent, chunk by chunk, and is not read from while there is no memory for more. Two
 * rules keep clients that stop halfway from holding up all others. One that has sent next to nothing for some seconds
 * while others wait is given up. And what is small has memory of its own: it never waits for what is large. An upload
 * is small until it has sent more than that, whatever length it declares, so that one in chunks is no worse off.
 *
 * Drilled by test/faults/stalled-uploads.drill.ts and uploads.drill.ts.
 */
export function createUploadMemory({ maxBytes, smallBytes = SMALL_BYTES, ...times }: UploadMemoryOptions): {
  open(): Reservation
} {
  const small = createMemoryPool({ maxBytes: SMALL_MEMORY, ...times })
  const large = createMemoryPool({ maxBytes, ...times })

  function open(): Reservation {
    const stopped = new AbortController()
    let own = 0
    let part = small.join(giveUp)
    let isReleased = false

    function giveUp() {
      release()
      stopped.abort(new CatalogError('unavailable', 'The upload came to a halt while others waited. Send it again.'))
    }

    function release() {
      isReleased = true
      part.release()
    }

    /** What it holds of the small uploads' memory stays there until there is room for all of it among the large ones. */
    async function grow(bytes: number) {
      const before = part
      before.complete()
      part = large.join(giveUp)
      await part.take(own + bytes).finally(before.release)
    }

    async function take(bytes: number) {
      stopped.signal.throwIfAborted()
      if (isReleased) return // the client has gone
      const isGrowing = own <= smallBytes && own + bytes > smallBytes
      await (isGrowing ? grow(bytes) : part.take(bytes))
      own += bytes
    }

    return { take, complete: () => part.complete(), release, signal: stopped.signal }
  }

  return { open }
}
