/**
 * Ctrl-C, a service manager and a closed terminal end a command in good order: what it has begun is rolled back, and the
 * embedded PostgreSQL, which is no child of this process for the system, is stopped. Left alone a signal would end the
 * process at once, and PostgreSQL would stay. Shells know these statuses as 128 and the number of the signal.
 */
const STATUSES = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const

/** When this has taken so long, something hangs. */
const STOP_MS = 10_000

/** A command that was told to end before its work was done. */
export class Interruption extends Error {
  override name = 'Interruption'
  readonly status: number

  constructor(status: number) {
    super('The command was told to end.')
    this.status = status
  }
}

/** Runs work that a signal to this process aborts; then it throws an Interruption, unless the work was done all the same. */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const interruption = new AbortController()
  const listeners = Object.entries(STATUSES).map(([name, status]) => {
    // A terminal and npm both pass on Ctrl-C: the second signal says nothing new.
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
    interruption.signal.throwIfAborted() // whatever it made of that
    throw error
  } finally {
    for (const remove of listeners) remove()
  }
}
