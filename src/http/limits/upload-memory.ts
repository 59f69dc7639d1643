import { CatalogError } from '../../errors.ts'
import { createMemoryPool, type MemoryPoolOptions, type PoolReservation } from './memory-pool.ts'

/*
 * Upload memory. A form is checked as a whole before anything of it is stored, so an upload is in memory from its first
 * byte until its response: a crowd of clients, or a few that stop halfway, would fill the process.
 *
 * Each upload reserves what it has sent, chunk by chunk. While there is no memory for more, it is not read from, and
 * TCP has its client wait. Two rules keep clients that stop halfway from holding up all others. One that has sent next
 * to nothing for some seconds while others wait is cancelled. And small uploads have a pool of their own: they never
 * wait for large ones. An upload counts as small until it has sent more than that, whatever length it declares, so that
 * one in chunks is no worse off.
 *
 * Promised: the bytes of all uploads stay within the two pools, beyond which only the oldest upload of each may go, and
 * a stalled client keeps no memory that others wait for. Tests: test/http/limits/upload-memory.test.ts; drilled by
 * test/faults/clients/stalled-uploads.drill.ts and uploads.drill.ts.
 */

/**
 * An upload of at most SMALL_BYTES is small; all small ones together have SMALL_POOL_BYTES, beside those of the large
 * ones.
 */
const SMALL_BYTES = 64 * 2 ** 10
const SMALL_POOL_BYTES = 8 * 2 ** 20

export interface UploadMemoryOptions extends MemoryPoolOptions {
  smallBytes?: number
}

/** What one upload has reserved. */
export interface Reservation extends PoolReservation {
  /** Aborts when the reservation is cancelled, with the error for the client. */
  readonly signal: AbortSignal
}

export function createUploadMemory({ maxBytes, smallBytes = SMALL_BYTES, ...times }: UploadMemoryOptions): {
  open(): Reservation
} {
  const small = createMemoryPool({ maxBytes: SMALL_POOL_BYTES, ...times })
  const large = createMemoryPool({ maxBytes, ...times })

  function open(): Reservation {
    const cancelled = new AbortController()
    let own = 0
    let reservation = small.open(cancel)
    let isReleased = false

    function cancel() {
      release()
      cancelled.abort(new CatalogError('unavailable', 'The upload came to a halt while others waited. Send it again.'))
    }

    function release() {
      isReleased = true
      reservation.release()
    }

    /**
     * Moves to the pool of large uploads. The small pool's part is freed only when the large pool has room for all of
     * it.
     */
    async function moveToLarge(bytes: number) {
      const before = reservation
      before.complete()
      reservation = large.open(cancel)
      await reservation.take(own + bytes).finally(before.release)
    }

    async function take(bytes: number) {
      cancelled.signal.throwIfAborted()
      if (isReleased) return // the client has gone
      const becomesLarge = own <= smallBytes && own + bytes > smallBytes
      await (becomesLarge ? moveToLarge(bytes) : reservation.take(bytes))
      own += bytes
    }

    return { take, complete: () => reservation.complete(), release, signal: cancelled.signal }
  }

  return { open }
}
