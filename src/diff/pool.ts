import { availableParallelism } from 'node:os'
import { Piscina } from 'piscina'
import type { DiffTask } from './worker.ts'

/** Threads that diff. None is started before the first diff, and one without work for a minute ends. */
export interface DiffPool {
  threads: number
  run(task: DiffTask): Promise<Uint8Array>
  /** Ends the threads when they are done with what they are at. What is queued fails. */
  close(): Promise<void>
}

const IDLE_MS = 60_000

/** What threads give way to, by their lower priority: the event loop need not wait for one to be done. */
const NICE = 10

export function createPool(threads = availableParallelism()): DiffPool {
  let pool: Piscina<DiffTask, Uint8Array> | undefined

  return {
    threads,
    run(task) {
      pool ??= start(threads)
      // Copied, as a stored file can be a piece of a larger buffer, which would come along; then handed over.
      const before = task.before && new Uint8Array(task.before)
      const after = task.after && new Uint8Array(task.after)
      const transferList = [before, after].flatMap((content) => (content ? [content.buffer] : []))
      return pool.run({ ...task, before, after }, { transferList })
    },
    async close() {
      // Not destroy(): a diff that is done while its thread is ended would be an error of nobody.
      await pool?.close({ force: true })
    },
  }
}

function start(maxThreads: number): Piscina<DiffTask, Uint8Array> {
  const pool = new Piscina({ ...entry(), minThreads: 0, maxThreads, idleTimeout: IDLE_MS, niceIncrement: NICE })
  // A thread that fails at a task fails the task. One that fails without a task is replaced, and nobody need know.
  pool.on('error', () => {})
  return pool
}

/** The worker beside this module: compiled, or from source through tsx. */
function entry() {
  const fromSource = import.meta.url.endsWith('.ts')
  return {
    filename: new URL(fromSource ? './worker.ts' : './worker.js', import.meta.url).href,
    ...(fromSource && { execArgv: ['--import', 'tsx'] }),
  }
}
