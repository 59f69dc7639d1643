/*
 * Work that a server begins without a request. Problem: during a rolling upgrade, servers of the older version would
 * write to a database that the newer one has changed. Approach: before such work begins, and every second while it
 * runs, this asks whether the database is of another version. Guarantee: then no work begins, and what runs ends after
 * its transaction. Tests: test/startup/background.test.ts.
 */

type Work = (signal: AbortSignal) => Promise<void>

const CHECK_MS = 1_000

/** Returns a function that runs work, and aborts it if the service closes or the database is of another version. */
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
