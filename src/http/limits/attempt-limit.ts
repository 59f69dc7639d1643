import { LRUCache } from 'lru-cache'

/** Maximum number of clients that are counted. Beyond it, the least recently seen client is forgotten. */
const MAX_CLIENTS = 10_000

/**
 * Limits the wrong attempts of a client, for example to guess a code. Each server counts in its own memory.
 *
 * createRateLimit of @fastify/rate-limit does not do it. It can't uncount a correct attempt: five sign-ins a minute would
 * be refused. With `increment: false` before an attempt, and a count after a wrong one, all guesses that are sent at once
 * pass. The test of the device codes fails in both cases.
 * Tests: test/accounts/device.test.ts, test/http/limits/attempt-limit.test.ts.
 */
export function createAttemptLimit(max: number, windowMs: number) {
  const counts = new LRUCache<string, { attempts: number; until: number }>({ max: MAX_CLIENTS })
  return {
    /**
     * Counts an attempt before its outcome is known, so that concurrent attempts count too. Returns a function that
     * uncounts it, for a correct attempt, or, beyond the limit, the seconds until the next attempt is allowed.
     */
    begin(key: string, now: Date): { forgive(): void } | { seconds: number } {
      const time = now.getTime()
      const known = counts.get(key)
      const count = known !== undefined && known.until > time ? known : { attempts: 0, until: time + windowMs }
      if (count.attempts >= max) return { seconds: Math.ceil((count.until - time) / 1000) }
      count.attempts++
      counts.set(key, count)
      return { forgive: () => void count.attempts-- } // in its own window, even if the next one has begun
    },
  }
}
