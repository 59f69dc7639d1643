import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { createSemaphore } from '../concurrency/semaphore.ts'
import type { Task } from './result.ts'
import type { Kinds } from './tasks.ts'
import { type Job, startWorker, WorkerEnded, type WorkerProcess, type WorkerTimeouts } from './worker-process.ts'

/**
 * A pool of child processes that make diffs, and read and compare load orders.
 *
 * Problem: a diff of the largest files takes a fifth of a second, in which the event loop would answer nobody. In a thread of
 * the server it still holds others: V8 collects the garbage of all threads of a process by the same few helpers, so that
 * short collections of the event loop's wait for those of compares, and for a core.
 * Idea: a process for each core, up to eight, of lower priority as a whole (worker.ts). Bytes go in and bytes to be sent come out
 * (messages.ts), so that the event loop neither decodes, nor compares, nor escapes. The kinds of tasks are the functions of
 * tasks.ts.
 * Promise: none starts before there is a task for it. One ends when it has had no task for a minute, when it does not answer
 * for two, when the pool is closed, and after its task when the server is gone. If one dies its task fails, and the next one
 * starts another; a task for one that had waited for it is tried once more, as it may have died before.
 * Measured by `npm run bench -- crowd` and test/faults/clients/slow-load-orders.slow.test.ts (docs/decisions/worker-processes.md).
 * Tested in test/workers/ and test/compare/.
 */
export interface WorkerPool {
  /** How many tasks run at a time. */
  size: number
  run<Kind extends keyof Kinds>(kind: Kind, task: Parameters<Kinds[Kind]>[0]): Promise<Uint8Array>
  /** Ends the processes. Tasks that are not done fail. */
  close(): Promise<void>
}

export interface PoolOptions extends Partial<WorkerTimeouts> {
  size?: number | undefined
  /** Where worker.ts has been built: from its sources it starts slowly. */
  program?: string | undefined
}

/** Each takes some 50 MiB, and up to 300 where lists are made to be slow; a container may have few of its machine's many cores. */
const MAX_SIZE = 8

export function createPool({
  size = Math.min(availableParallelism(), MAX_SIZE),
  program = workerProgram(),
  idleMs = 60_000,
  taskMs = 120_000,
}: PoolOptions = {}): WorkerPool {
  // None is refused here: the scheduler bounds how many compares there are.
  const turns = createSemaphore({ permits: size, maxWaiting: Number.POSITIVE_INFINITY, refusal: '' })
  /** Those without a task, some of which have ended. The last to work is the next to work: the others end when there is less to do. */
  const idle: WorkerProcess[] = []
  const busy = new Set<WorkerProcess>()
  let isClosed = false

  function takeIdle(): WorkerProcess | undefined {
    const worker = idle.pop()
    return worker?.hasEnded() === true ? takeIdle() : worker
  }

  async function runAnywhere(job: Job, files: Task['files']): Promise<Uint8Array> {
    const worker = takeIdle()
    if (worker !== undefined) {
      try {
        return await runIn(worker, job, files)
      } catch (error) {
        if (isClosed || !(error instanceof WorkerEnded)) throw error
      }
    }
    return runIn(startWorker(program, { idleMs, taskMs }), job, files)
  }

  function runIn(worker: WorkerProcess, job: Job, files: Task['files']): Promise<Uint8Array> {
    busy.add(worker)
    return worker.run(job, files).finally(() => {
      busy.delete(worker)
      idle.push(worker)
    })
  }

  return {
    size,
    async run(kind, { files, ...task }) {
      const release = await turns.acquire()
      try {
        if (isClosed) throw new Error('The pool of workers is closed.')
        return await runAnywhere({ kind, task }, files)
      } finally {
        release()
      }
    },
    async close() {
      isClosed = true
      await Promise.all([...idle, ...busy].map((worker) => worker.end()))
    },
  }
}

/** The program beside this file: compiled, or its source. */
function workerProgram(): string {
  const name = import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js'
  return fileURLToPath(new URL(name, import.meta.url))
}
