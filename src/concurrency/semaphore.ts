import { CatalogError } from '../errors.ts'

/*
 * Semaphore with weights and a stall rule.
 *
 * Problem: concurrent work and bytes in memory need a limit, and a client that stops halfway must not block all others.
 * Approach: work takes permits: one for a comparison or a search, one for each byte of an upload or a response. If too
 * few permits are free, work waits in order of arrival, for a limited time. While any work waits, reservations of
 * stalled clients are cut off.
 * Guarantee: at most `permits` are taken, except by `add` and by the oldest reservation if `oldestPasses` is set.
 * Tests: test/concurrency/semaphore.test.ts, test/http/limits/upload-memory.test.ts,
 * test/http/response/outgoing-memory.test.ts.
 *
 * p-limit and p-queue do not suffice: when a client disconnects, p-limit can't remove its work from the queue, and
 * p-queue frees the permit of work that still runs.
 */
export interface Semaphore {
  /** Waits for a permit. Returns the function that releases it. */
  acquire(signal?: AbortSignal): Promise<() => void>
  /** Opens an empty reservation. `cutOff` is called if its client stalls while others wait, and must release it. */
  open(cutOff?: () => void): Reservation
  /** Returns the number of taken permits and the number of waiting takers. */
  counts(): { running: number; waiting: number }
}

/** Permits that are released together. */
export interface Reservation {
  /**
   * Waits for more permits and takes them. Takes none if the reservation has been released. Throws after the maximum
   * wait.
   */
  take(permits: number, wait?: Wait): Promise<void>
  /** Takes more permits at once, even beyond the limit. */
  add(permits: number): void
  /** Records that the client has sent or read something. */
  progress(): void
  /** Records that the client has nothing left to do, so that it can no longer stall. */
  complete(): void
  release(): void
}

export interface Wait {
  /** Ends the wait when the client disconnects. */
  signal?: AbortSignal | undefined
  /** Maximum wait in milliseconds, instead of that of the semaphore. */
  maxWaitMs?: number | undefined
}

interface SemaphoreOptions {
  permits: number
  /** Maximum number of waiting takers; further ones are refused. Unlimited by default. */
  maxWaiting?: number
  /** Maximum wait in milliseconds. Unlimited by default. */
  maxWaitMs?: number | undefined
  /** The message for takers that are refused. */
  refusal: string
  /** Milliseconds without progress after which a client counts as stalled while others wait. */
  stallMs?: number
  /** Age of a reservation in milliseconds after which its client counts as stalled while others wait. */
  maxAgeMs?: number
  /** Whether the oldest reservation never waits, so that the work of one client always goes on. */
  oldestPasses?: boolean
}

/** Milliseconds between checks for stalled clients while others wait. */
const CHECK_MS = 500

interface Holder {
  taken: number
  began: number
  progressAt: number
  isWaiting: boolean
  cutOff: (() => void) | undefined
}

export function createSemaphore({
  permits: limit,
  maxWaiting = Number.POSITIVE_INFINITY,
  maxWaitMs: usualWaitMs,
  refusal,
  stallMs = Number.POSITIVE_INFINITY,
  maxAgeMs = Number.POSITIVE_INFINITY,
  oldestPasses = false,
}: SemaphoreOptions): Semaphore {
  /** Open reservations, oldest first. */
  const holders = new Set<Holder>()
  /** Waiting takers, in order of arrival. */
  const waiting = new Set<{ holder: Holder; permits: number; proceed: () => void }>()
  let taken = 0
  let checks: NodeJS.Timeout | undefined

  const isExempt = (holder: Holder) =>
    !holders.has(holder) || (oldestPasses && holders.values().next().value === holder)
  const isFree = (permits: number) => taken + permits <= limit

  function grant(holder: Holder, permits: number) {
    if (!holders.has(holder)) return
    holder.taken += permits
    taken += permits
  }

  function admit() {
    let isBlocked = false
    for (const { holder, permits, proceed } of waiting) {
      if (isExempt(holder) || (!isBlocked && isFree(permits))) proceed()
      else if (oldestPasses) isBlocked = true
      else return
    }
  }

  function cutOffStalled() {
    const now = performance.now()
    for (const { cutOff, isWaiting, began, progressAt } of holders) {
      if (!isWaiting && (now - progressAt >= stallMs || now - began >= maxAgeMs)) cutOff?.()
    }
  }

  function wait(holder: Holder, permits: number, { signal, maxWaitMs = usualWaitMs }: Wait): Promise<void> {
    holder.isWaiting = true
    if (Number.isFinite(stallMs)) checks ??= setInterval(cutOffStalled, CHECK_MS).unref()
    return new Promise((resolve, reject) => {
      const stop = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', giveUp)
        waiting.delete(taker)
        holder.isWaiting = false
        holder.progressAt = performance.now()
        if (waiting.size > 0) return
        clearInterval(checks)
        checks = undefined
      }
      const giveUp = () => {
        stop()
        reject(signal?.aborted ? signal.reason : new CatalogError('unavailable', refusal))
        admit() // this may have been the first in line
      }
      const proceed = () => {
        stop()
        grant(holder, permits)
        resolve()
      }
      const taker = { holder, permits, proceed }
      const timer = maxWaitMs === undefined ? undefined : setTimeout(giveUp, maxWaitMs)
      waiting.add(taker)
      signal?.addEventListener('abort', giveUp, { once: true })
      cutOffStalled()
    })
  }

  function open(cutOff?: () => void): Reservation {
    const now = performance.now()
    const holder: Holder = { taken: 0, began: now, progressAt: now, isWaiting: false, cutOff }
    holders.add(holder)
    return {
      async take(permits, options = {}) {
        options.signal?.throwIfAborted()
        if (isExempt(holder) || (waiting.size === 0 && isFree(permits))) return grant(holder, permits)
        if (waiting.size >= maxWaiting) throw new CatalogError('unavailable', refusal)
        await wait(holder, permits, options)
      },
      add: (permits) => grant(holder, permits),
      progress() {
        holder.progressAt = performance.now()
      },
      complete() {
        holder.cutOff = undefined
      },
      release() {
        if (!holders.delete(holder)) return
        taken -= holder.taken
        admit()
      },
    }
  }

  return {
    async acquire(signal) {
      const { take, release } = open()
      await take(1, { signal }).catch((error) => {
        release()
        throw error
      })
      return release
    },
    open,
    counts: () => ({ running: taken, waiting: waiting.size }),
  }
}
