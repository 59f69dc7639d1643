/**
 * Signals that end a command in order, and its exit status. Without this the embedded PostgreSQL would keep running.
 */
const STATUSES = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const

/** Maximum time for an orderly end, in milliseconds. Then the process exits anyway. */
const STOP_MS = 10_000

export class Interruption extends Error {
  override name = 'Interruption'
  readonly status: number

  constructor(status: number) {
    super('The command was interrupted.')
    this.status = status
  }
}

/** Runs work that a signal to this process aborts. If it then fails, throws an Interruption instead of its error. */
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
