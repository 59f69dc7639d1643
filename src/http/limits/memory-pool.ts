import { CatalogError } from '../../errors.ts'

/** A client that has sent less than STEP_BYTES in STALL_MS has stalled. */
const STEP_BYTES = 16 * 2 ** 10
const STALL_MS = 5_000

/** How often stalled clients are looked for while others wait. */
const CHECK_MS = 500

/** How long an upload waits for memory before it is refused. */
const MAX_WAIT_MS = 20_000

export interface MemoryPoolOptions {
  maxBytes: number
  maxWaitMs?: number
  stallMs?: number
}

/** What one upload has reserved of a pool. */
export interface PoolReservation {
  /** Waits until so many bytes more are free, and reserves them. Throws if that takes too long. */
  take(bytes: number): Promise<void>
  /** The client has sent everything: it can no longer stall. */
  complete(): void
  /** Frees all of it. */
  release(): void
}

export interface MemoryPool {
  /** `cancel` is called when the client has stalled while others wait. It has to release. */
  open(cancel: () => void): PoolReservation
}

/**
 * A number of bytes that clients reserve at the pace at which they send (upload-memory.ts says what for). The oldest
 * reservation never waits, even beyond the bound: so one upload always goes on, and if its client stalls it is
 * cancelled.
 */
export function createMemoryPool({
  maxBytes,
  maxWaitMs = MAX_WAIT_MS,
  stallMs = STALL_MS,
}: MemoryPoolOptions): MemoryPool {
  /** In the order in which they were opened. */
  const reservations = new Map<object, { isStalled: (now: number) => boolean; cancel: () => void }>()
  /** Each tries again to reserve what it waits for. */
  const waiting = new Set<() => void>()
  let reserved = 0
  let checks: NodeJS.Timeout | undefined

  const wake = () => {
    for (const retry of [...waiting]) retry()
  }

  function cancelStalled() {
    const now = performance.now()
    for (const { isStalled, cancel } of [...reservations.values()]) if (isStalled(now)) cancel()
  }

  function open(cancel: () => void): PoolReservation {
    const self = {}
    let own = 0
    let isComplete = false
    let isWaiting = false
    /** When the client had last sent STEP_BYTES more, and what it had sent by then. */
    let progress = { at: performance.now(), own: 0 }
    reservations.set(self, {
      cancel,
      isStalled: (now) => !isComplete && !isWaiting && now - progress.at >= stallMs,
    })

    const isOpen = () => reservations.has(self)
    const isFree = (bytes: number) => reserved + bytes <= maxBytes || reservations.keys().next().value === self

    function grant(bytes: number) {
      if (!isOpen()) return // the client has gone
      own += bytes
      reserved += bytes
      if (own - progress.own >= STEP_BYTES) progress = { at: performance.now(), own }
    }

    function wait(bytes: number): Promise<void> {
      isWaiting = true
      checks ??= setInterval(cancelStalled, CHECK_MS).unref()
      return new Promise<void>((resolve, reject) => {
        const end = () => {
          clearTimeout(timer)
          waiting.delete(retry)
          isWaiting = false
          progress = { at: performance.now(), own }
          if (waiting.size > 0) return
          clearInterval(checks)
          checks = undefined
        }
        const retry = () => {
          if (isOpen() && !isFree(bytes)) return
          end()
          grant(bytes)
          resolve()
        }
        const timer = setTimeout(() => {
          end()
          reject(new CatalogError('unavailable', 'Too many uploads at once. Try again in a moment.'))
        }, maxWaitMs)
        waiting.add(retry)
        cancelStalled()
      })
    }

    return {
      take: async (bytes) => (!isOpen() || isFree(bytes) ? grant(bytes) : wait(bytes)),
      complete: () => {
        isComplete = true
      },
      release: () => {
        if (!reservations.delete(self)) return
        reserved -= own
        wake()
      },
    }
  }

  return { open }
}
