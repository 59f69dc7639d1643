import { createSemaphore, type Reservation } from '../../concurrency/semaphore.ts'
import { CatalogError } from '../../errors.ts'

/*
 * Upload memory.
 *
 * Problem: a form is validated as a whole before anything is stored, so an upload is in memory from its first byte
 * until its response. Many clients at once, or a few that stop halfway, would fill the process.
 * Approach: each upload reserves memory chunk by chunk. While none is free, the upload is not read, and TCP makes its
 * client wait. A client that sends almost nothing for some seconds while others wait is disconnected. Small uploads
 * have their own pool, so that they never wait for large ones. An upload counts as small until it has sent more than
 * SMALL_BYTES; the length that it declares does not matter.
 * Guarantee: the bytes of all uploads stay within the two pools, except for the oldest upload of each pool. A stalled
 * client holds no memory that others wait for.
 * Tests: test/http/limits/upload-memory.test.ts, test/faults/clients/stalled-uploads.slow.test.ts and
 * uploads.slow.test.ts.
 */

/** An upload of at most SMALL_BYTES is small. All small uploads share SMALL_POOL_BYTES. */
const SMALL_BYTES = 64 * 2 ** 10
const SMALL_POOL_BYTES = 8 * 2 ** 20

/** A client that has sent less than STEP_BYTES in STALL_MS has stalled. */
const STEP_BYTES = 16 * 2 ** 10
const STALL_MS = 5_000

/** How long an upload waits for memory before it is refused. */
const MAX_WAIT_MS = 20_000

/** The memory that one upload has reserved. */
export interface UploadReservation extends Pick<Reservation, 'complete' | 'release'> {
  /** Waits until this many more bytes are free, and reserves them. Throws if that takes too long. */
  take(bytes: number): Promise<void>
  /** Aborts when the upload has stalled. The reason is the error for its client. */
  readonly signal: AbortSignal
}

/** Creates the memory of uploads: `maxBytes` for large ones, and a pool for small ones. */
export function createUploadMemory(
  maxBytes: number,
  { smallBytes = SMALL_BYTES, maxWaitMs = MAX_WAIT_MS, stallMs = STALL_MS } = {},
): { open(): UploadReservation } {
  const refusal = 'Too many uploads at once. Try again in a moment.'
  const pool = (permits: number) => createSemaphore({ permits, maxWaitMs, refusal, stallMs, oldestPasses: true })
  const small = pool(SMALL_POOL_BYTES)
  const large = pool(maxBytes)

  function open(): UploadReservation {
    const cancelled = new AbortController()
    let own = 0
    let ownAtProgress = 0
    let reservation = small.open(cutOff)
    let isReleased = false

    function cutOff() {
      release()
      cancelled.abort(new CatalogError('unavailable', 'The upload stalled while others were waiting. Please retry.'))
    }

    function release() {
      isReleased = true
      reservation.release()
    }

    /**
     * Moves the upload to the large pool. Its memory in the small pool is released once the large pool has all of it.
     */
    async function moveToLarge(bytes: number) {
      const before = reservation
      before.complete()
      reservation = large.open(cutOff)
      await reservation.take(own + bytes).finally(before.release)
    }

    async function take(bytes: number) {
      cancelled.signal.throwIfAborted()
      if (isReleased) return // the client has disconnected
      const becomesLarge = own <= smallBytes && own + bytes > smallBytes
      await (becomesLarge ? moveToLarge(bytes) : reservation.take(bytes))
      own += bytes
      if (own - ownAtProgress < STEP_BYTES) return
      ownAtProgress = own
      reservation.progress()
    }

    return { take, complete: () => reservation.complete(), release, signal: cancelled.signal }
  }

  return { open }
}
