import { CatalogError } from '../errors.ts'

/*
 * Semaphore with weights and a stall rule.
 *
 * Problem: work that runs at once, and bytes that are in memory at once, need a bound; and a client that stops halfway
 * must not hold up all others.
 * Approach: work takes permits: one for a comparison or a search, one for each byte of an upload or a response. If too
 * few are free it waits in order of arrival, for a limited time. While any work waits, reservations whose clients have
 * stalled are cut off.
 * Guarantee: at most `permits` are taken, except by `add` and by the oldest reservation of an `oldestPasses` semaphore.
 * Tests: test/concurrency/semaphore.test.ts, test/http/limits/upload-memory.test.ts, test/http/response/outgoing-memory.test.ts.
 *
 * p-limit and p-queue do less: p-limit can't remove work from its queue when the client has gone, and p-queue frees the
 * permit of work that still runs when its client has gone.
 */
export interface Semaphore {
  /** Waits for one permit. The result releases it. */
  acquire(signal?: AbortSignal): Promise<() => void>
  /** Opens an empty reservation. `cutOff` is called if its client stalls while others wait; it has to release it. */
  open(cutOff?: () => void): Reservation
  /** Permits that are taken, and takers that wait. */
  counts(): { running: number; waiting: number }
}

/** Permits that are released together. */
export interface Reservation {
  /** Waits for further permits and takes them, or none once the reservation is released. Throws if that takes too long. */
  take(permits: number, wait?: Wait): Promise<void>
  /** Takes further permits at once, even beyond the bound. */
  add(permits: number): void
  /** Notes that the client has sent or read something. */
  progress(): void
  /** Notes that the client has nothing left to do, so that it can no longer stall. */
  complete(): void
  release(): void
}

export interface Wait {
  /** Aborts when the client has gone. */
  signal?: AbortSignal | undefined
  /** How long to wait, if not as long as usual. */
  maxWaitMs?: number | undefined
}

export interface SemaphoreOptions {
  permits: number
  /** How many takers may wait; further ones are refused. Unlimited by default. */
  maxWaiting?: number
  /** How long each may wait. Unlimited by default. */
  maxWaitMs?: number | undefined
  /** The message for takers that are refused. */
  refusal: string
  /** A client has stalled if it makes no progress for this long while others wait. */
  stallMs?: number
  /** A client has also stalled if its reservation is older than this while others wait. */
  maxAgeMs?: number
  /** Whether the oldest reservation never waits, so that the work of one client always goes on. */
  oldestPasses?: boolean
}

/** How often stalled clients are looked for while others wait. */
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
  /** Open reservations, the oldest first. */
  const holders = new Set<Holder>()
  /** Takers that wait, in order of arrival. */
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
      try {
        await take(1, { signal })
        return release
      } catch (error) {
        release()
        throw error
      }
    },
    open,
    counts: () => ({ running: taken, waiting: waiting.size }),
  }
}
