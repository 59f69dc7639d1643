import { CatalogError } from '../../errors.ts'

/** A client that has sent less than this for so long has come to a halt, and how often that is looked after. */
const STEP_BYTES = 16 * 2 ** 10
const STALL_MS = 5_000
const CHECK_MS = 500

/** How long a member waits for the memory of others before it is refused. */
const PATIENCE_MS = 20_000

export interface MemoryPoolOptions {
  maxBytes: number
  /** How long a member may wait, in milliseconds. */
  patience?: number
  /** How long a client may have come to a halt while others wait, in milliseconds. */
  stall?: number
}

/** What one member holds of the pool, filled by a client. */
export interface Membership {
  /** Waits until there is memory for as many bytes more. Throws if that takes too long. */
  take(bytes: number): Promise<void>
  /** The client has nothing more to send: it is not given up. */
  complete(): void
  /** Gives all of it back. */
  release(): void
}

export interface MemoryPool {
  /** `giveUp` is called when the client has come to a halt, and others wait. It has to release. */
  join(giveUp: () => void): Membership
}

/**
 * Memory that clients fill at their own pace. The oldest member never waits, so that there is always one that goes on,
 * unless it comes to a halt.
 */
export function createMemoryPool({
  maxBytes,
  patience = PATIENCE_MS,
  stall = STALL_MS,
}: MemoryPoolOptions): MemoryPool {
  /** Members in the order in which they came; `isIdle` is when one has come to a halt. */
  const members = new Map<object, { isIdle: (now: number) => boolean; giveUp: () => void }>()
  const waiting = new Set<() => void>()
  let held = 0
  let checks: NodeJS.Timeout | undefined

  const wake = () => {
    for (const look of [...waiting]) look()
  }

  function giveUpIdle() {
    const now = performance.now()
    for (const { isIdle, giveUp } of [...members.values()]) if (isIdle(now)) giveUp()
  }

  function join(giveUp: () => void): Membership {
    const self = {}
    let own = 0
    let isComplete = false
    let isWaiting = false
    /** When the client had last sent a step more, and what it had sent by then. */
    let moved = { at: performance.now(), own: 0 }
    members.set(self, {
      giveUp,
      isIdle: (now) => !isComplete && !isWaiting && now - moved.at >= stall,
    })

    const isOpen = () => members.has(self)
    const hasRoom = (bytes: number) => held + bytes <= maxBytes || members.keys().next().value === self

    function grant(bytes: number) {
      if (!isOpen()) return // the client has gone
      own += bytes
      held += bytes
      if (own - moved.own >= STEP_BYTES) moved = { at: performance.now(), own }
    }

    function wait(bytes: number): Promise<void> {
      isWaiting = true
      checks ??= setInterval(giveUpIdle, CHECK_MS).unref()
      return new Promise<void>((resolve, reject) => {
        const end = () => {
          clearTimeout(timer)
          waiting.delete(look)
          isWaiting = false
          moved = { at: performance.now(), own }
          if (waiting.size > 0) return
          clearInterval(checks)
          checks = undefined
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
        giveUpIdle()
      })
    }

    return {
      take: async (bytes) => (!isOpen() || hasRoom(bytes) ? grant(bytes) : wait(bytes)),
      complete: () => {
        isComplete = true
      },
      release: () => {
        if (!members.delete(self)) return
        held -= own
        wake()
      },
    }
  }

  return { join }
}
