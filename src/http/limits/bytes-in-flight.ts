import { createLine, type Wait } from '../../concurrency/line.ts'
import { CatalogError } from '../../errors.ts'

/*
 * Limit on bytes in flight: one for uploads (request/form.ts), one for large responses (response/outgoing-memory.ts).
 *
 * Problem: an upload is in memory from its first byte until its response, because a form is validated as a whole. A large
 * response is in memory until its client has read it. Many clients at once, or a few that stop halfway, would fill the
 * process.
 * Approach: each transfer takes its bytes piece by piece. If too few are free, it waits in order of arrival, and TCP makes
 * its client wait; after a maximum wait it is refused. While any transfer waits, one whose client has moved less than
 * STEP_BYTES in `stallMs` is cancelled. The transfer that has held bytes longest never waits, because halves of uploads
 * would wait for each other. Small transfers have some bytes of their own, and never wait behind large ones.
 * Guarantee: all transfers together stay within the limit, except the one that has held bytes longest. A stalled client
 * holds no memory that others wait for.
 * Tests: test/http/limits/bytes-in-flight.test.ts, and stalled-uploads, uploads and unread-answers in test/faults/clients/.
 */
interface BytesInFlight {
  open(): Transfer
}

/** An upload or a response. */
export interface Transfer {
  /**
   * Waits for this many more bytes and takes them. Takes none if the transfer has been released. Throws after the maximum
   * wait, or if the transfer has been cancelled.
   */
  take(bytes: number, wait?: Wait): Promise<void>
  /** Takes bytes at once, even beyond the limit. */
  add(bytes: number): void
  /** Records that the client has sent or read bytes. From then on it can stall. */
  move(bytes: number): void
  /** Records that the client has nothing left to do, so that it can no longer stall. */
  complete(): void
  release(): void
  /** Aborts when the transfer has stalled, which releases it. The reason is the error for the client. */
  readonly signal: AbortSignal
}

interface Options {
  maxBytes: number
  /** A transfer of at most `each` bytes is small. Small ones may take `all` bytes more than the limit. */
  small?: { each: number; all: number }
  /** Maximum wait in milliseconds, unless `take` names another. */
  maxWaitMs: number
  stallMs: number
  /** The message for transfers that have waited too long. */
  refusal: string
}

const STEP_BYTES = 16 * 2 ** 10

/** Milliseconds between checks for stalled transfers while others wait. */
const CHECK_MS = 500

interface Holder {
  taken: number
  isWaiting: boolean
  /** When the client last completed a step, and what it has moved since. It can't stall while `steppedAt` is undefined. */
  steppedAt: number | undefined
  moved: number
  cancel(): void
}

export function limitBytesInFlight({ maxBytes, small, maxWaitMs, stallMs, refusal }: Options): BytesInFlight {
  /** Open transfers. */
  const holders = new Set<Holder>()
  /** Those of them that hold bytes, the one that has held some longest first. */
  const holding = new Set<Holder>()
  const line = createLine<{ holder: Holder; bytes: number }>(refusal)
  let taken = 0
  let checks: NodeJS.Timeout | undefined

  function mayTake(holder: Holder, bytes: number, isBehindOthers: boolean): boolean {
    if (!holders.has(holder) || holding.values().next().value === holder) return true
    if (small !== undefined && holder.taken + bytes <= small.each) return taken + bytes <= maxBytes + small.all
    return !isBehindOthers && taken + bytes <= maxBytes
  }

  function grant(holder: Holder, bytes: number) {
    if (!holders.has(holder)) return
    holding.add(holder)
    holder.taken += bytes
    taken += bytes
  }

  function admit() {
    let isBehindOthers = false
    for (const [go, { holder, bytes }] of line) {
      if (mayTake(holder, bytes, isBehindOthers)) {
        grant(holder, bytes)
        go()
      } else isBehindOthers = true
    }
  }

  function cancelStalled() {
    const since = performance.now() - stallMs
    for (const { isWaiting, steppedAt, cancel } of holders) {
      if (!isWaiting && steppedAt !== undefined && steppedAt <= since) cancel()
    }
  }

  async function wait(holder: Holder, bytes: number, options: Wait) {
    holder.isWaiting = true
    checks ??= setInterval(cancelStalled, CHECK_MS).unref()
    const turn = line.wait({ holder, bytes }, { maxWaitMs, ...options })
    cancelStalled()
    await turn.finally(() => {
      holder.isWaiting = false
      if (holder.steppedAt !== undefined) holder.steppedAt = performance.now()
      admit() // this may have been the first in line
      if (line.size > 0) return
      clearInterval(checks)
      checks = undefined
    })
  }

  function release(holder: Holder) {
    if (!holders.delete(holder)) return
    holding.delete(holder)
    taken -= holder.taken
    admit()
  }

  function open(): Transfer {
    const cancelled = new AbortController()
    const { signal } = cancelled
    const cancel = () => {
      release(holder)
      cancelled.abort(new CatalogError('unavailable', 'The transfer stalled while others were waiting. Please retry.'))
    }
    const holder: Holder = { taken: 0, isWaiting: false, steppedAt: undefined, moved: 0, cancel }
    holders.add(holder)
    return {
      signal,
      async take(bytes, options = {}) {
        signal.throwIfAborted()
        options.signal?.throwIfAborted()
        if (mayTake(holder, bytes, line.size > 0)) grant(holder, bytes)
        else await wait(holder, bytes, options)
      },
      add: (bytes) => grant(holder, bytes),
      move(bytes) {
        holder.moved += bytes
        if (holder.steppedAt !== undefined && holder.moved < STEP_BYTES) return
        holder.moved = 0
        holder.steppedAt = performance.now()
      },
      complete() {
        holder.steppedAt = undefined
      },
      release: () => release(holder),
    }
  }

  return { open }
}
