/**
 * Exit statuses of a command that a signal has ended: 128 plus the signal's number, as in shells. A closed terminal,
 * Ctrl-C and a service manager send these signals. They end a command in an orderly way: what it has begun is rolled
 * back, and the embedded PostgreSQL is stopped. Without this, the process would end at once, and PostgreSQL would keep
 * running.
 */
const STATUSES = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const

/** Maximum time for an orderly end, in milliseconds. Then the process exits anyway. */
const STOP_MS = 10_000

/** Thrown by a command that a signal has ended before its work was done. */
export class Interruption extends Error {
  override name = 'Interruption'
  readonly status: number

  constructor(status: number) {
    super('The command was interrupted.')
    this.status = status
  }
}

/**
 * Runs work that a signal to this process aborts. If the work then fails, throws an Interruption instead of its error.
 */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const interruption = new AbortController()
  const listeners = Object.entries(STATUSES).map(([name, status]) => {
    // Ctrl-C can arrive twice, from the terminal and from npm.
    const interrupt = () => {
      if (interruption.signal.aborted) return
      setTimeout(() => process.exit(status), STOP_MS).unref()
      interruption.abort(new Interruption(status))
    }
    process.on(name, interrupt)
    return () => void process.off(name, interrupt)
  })
  try {
    return await work(interruption.signal)
  } catch (error) {
    interruption.signal.throwIfAborted() // the signal is the cause of the error
    throw error
  } finally {
    for (const remove of listeners) remove()
  }
}
