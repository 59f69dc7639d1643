import { availableParallelism } from 'node:os'
import { Piscina } from 'piscina'
import { joinBytes } from '../text/join-bytes.ts'
import type { Kinds } from './worker.ts'

/**
 * Worker threads that make diffs, and read and compare load orders.
 *
 * Problem: a diff of the largest files takes a fifth of a second, in which the event loop would answer nobody.
 * Idea: a thread for each core (Piscina), of lower priority than the event loop's. Bytes go in and bytes to be sent come
 * out, both handed over, so that the event loop neither decodes, nor compares, nor escapes. The kinds of tasks are the
 * functions of worker.ts.
 * Promise: no thread starts before the first task, and one without work for a minute ends.
 * Measured by `npm run bench -- crowd` (docs/compare.md). Tested in test/compare/.
 */
export interface WorkerPool {
  threads: number
  run<Kind extends keyof Kinds>(kind: Kind, task: Parameters<Kinds[Kind]>[0]): Promise<Uint8Array>
  /** Ends the threads as soon as their running tasks are done. Tasks that wait in the queue fail. */
  close(): Promise<void>
}

type Job = { kind: keyof Kinds; task: object }

const IDLE_MS = 60_000

/** While both of two cores diff, a timer of the event loop is late by 6 to 8 ms; with equal priority, by 10 to 22. */
const NICE_INCREMENT = 10

export function createPool(threads = availableParallelism(), program?: string): WorkerPool {
  let pool: Piscina<Job, Uint8Array> | undefined

  return {
    threads,
    async run(kind, task) {
      pool ??= startThreads(threads, program)
      // Copied first: a file can be a part of a larger buffer, all of which would be handed over.
      const files: (Buffer<ArrayBuffer> | undefined)[] = []
      for (const file of task.files) files.push(file && (await joinBytes([file])))
      const transferList = files.flatMap((file) => (file ? [file.buffer] : []))
      return pool.run({ kind, task: { ...task, files } }, { transferList })
    },
    async close() {
      // Not destroy(): a task that ends while its thread is being stopped would be an error that nobody catches.
      await pool?.close({ force: true })
    },
  }
}

function startThreads(maxThreads: number, program: string | undefined): Piscina<Job, Uint8Array> {
  const pool = new Piscina({
    ...(program === undefined ? workerEntry() : { filename: program }),
    minThreads: 0,
    maxThreads,
    idleTimeout: IDLE_MS,
    niceIncrement: NICE_INCREMENT,
  })
  // A thread that dies at a task fails the task. One that dies without a task is replaced, and nobody has to know.
  pool.on('error', () => {})
  return pool
}

/** The worker beside this file: compiled, or from source through tsx. */
function workerEntry() {
  const fromSource = import.meta.url.endsWith('.ts')
  return {
    filename: new URL(fromSource ? './worker.ts' : './worker.js', import.meta.url).href,
    ...(fromSource && { execArgv: ['--import', 'tsx'] }),
  }
}
