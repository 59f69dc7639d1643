/*
 * Work that a server begins without a request: the sweep, the totals, and the index of mods.
 *
 * Problem: during a rolling upgrade, servers of the older version run while the newer one has changed the database. They
 * refuse requests, but would still write on their own.
 * Approach: all such work begins here, which asks before it begins, and every second while it runs, whether the database
 * is of another version.
 * Guarantee: on such a database no work begins, and what is running ends after its current transaction.
 * Tests: test/startup/background.test.ts.
 */

/** Work that ends soon after its signal is aborted. */
type Work = (signal: AbortSignal) => Promise<void>

/** How often running work is checked, in milliseconds. */
const CHECK_MS = 1_000

/**
 * Returns a function that runs work, unless the service closes or the database is of another version. The work's signal is
 * aborted when one of these happens.
 */
export function createBackground(
  isOutdated: () => Promise<boolean>,
  closing: AbortSignal,
): (work: Work) => Promise<void> {
  return async (work) => {
    if (closing.aborted || (await isOutdated())) return
    const stopping = new AbortController()
    const stop = () => stopping.abort(closing.reason)
    const check = async () => {
      if (await isOutdated()) stop()
    }
    closing.addEventListener('abort', stop)
    const timer = setInterval(() => void check(), CHECK_MS)
    if (closing.aborted) stop()
    try {
      await work(stopping.signal)
    } finally {
      clearInterval(timer)
      closing.removeEventListener('abort', stop)
    }
  }
}
