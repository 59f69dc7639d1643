import { LRUCache } from 'lru-cache'

/** Maximum number of clients that are counted. Beyond it, the one that was longest without an attempt is forgotten. */
const MAX_CLIENTS = 10_000

/** Limits how often a client may be wrong, such as with a code that it guesses. Each server counts in its own memory. */
export interface AttemptLimit {
  /**
   * Counts an attempt before its outcome is known, so that many at once count too. Returns 0, or beyond the limit the seconds
   * until the next attempt.
   */
  begin(key: string, now: Date): number
  /** Takes back the count of an attempt that was right. */
  forgive(key: string): void
}

export function createAttemptLimit(max: number, windowMs: number): AttemptLimit {
  const counts = new LRUCache<string, { attempts: number; until: number }>({ max: MAX_CLIENTS })
  return {
    begin(key, now) {
      const known = counts.get(key)
      const count =
        known !== undefined && known.until > now.getTime() ? known : { attempts: 0, until: now.getTime() + windowMs }
      if (count.attempts >= max) {
        return Math.ceil((count.until - now.getTime()) / 1000)
      }
      count.attempts++
      counts.set(key, count)
      return 0
    },
    forgive(key) {
      const known = counts.get(key)
      if (known !== undefined) known.attempts--
    },
  }
}
