import { LRUCache } from 'lru-cache'

/** Maximum number of clients that are counted. Beyond it, the least recently seen client is forgotten. */
const MAX_CLIENTS = 10_000

/** Limits the wrong attempts of a client, for example to guess a code. Each server counts in its own memory. */
export interface AttemptLimit {
  /**
   * Counts an attempt before its outcome is known, so that concurrent attempts count too. Returns 0 or, beyond the
   * limit, the seconds until the next attempt is allowed.
   */
  begin(key: string, now: Date): number
  /** Uncounts an attempt that was correct. */
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
