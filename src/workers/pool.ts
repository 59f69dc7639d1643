import { availableParallelism } from 'node:os'
import { createSemaphore } from '../concurrency/semaphore.ts'
import { type Job, type Kinds, startWorker, type Task, WorkerEnded, type WorkerProcess } from './worker-process.ts'

/**
 * A pool of child processes that make diffs, and read and compare load orders.
 *
 * Problem: comparing large files would block the event loop. Threads would still delay it, because all threads of a
 * process share V8's few helper threads for garbage collection (docs/decisions/worker-processes.md).
 * Approach: a process for each core, at most eight, with a lower priority than the server (serve.ts). Stored bytes go
 * in and response bytes come out (messages.ts), so that the event loop never decodes, compares or escapes texts. The
 * workers' program defines the kinds of tasks (src/compare/worker/worker.ts).
 * Guarantee: a process starts only for a task. It ends after a minute without a task, after 20 seconds without an
 * answer, when nobody waits for its task any more, when the pool is closed, and after its task if the server is gone. If
 * it dies, its task fails. A task given to an idle process that has died is tried once more in a new process.
 * Tests: test/workers/, test/compare/, test/faults/clients/slow-load-orders.slow.test.ts, `npm run bench -- crowd`.
 */
export interface WorkerPool<Known extends Kinds> {
  /** Number of tasks that run at the same time. */
  size: number
  /** Runs a task in a process. If `signal` is aborted, a waiting task is dropped, and the process of a running one ends. */
  run<Kind extends string & keyof Known>(
    kind: Kind,
    task: Parameters<Known[Kind]>[0],
    signal?: AbortSignal,
  ): Promise<Uint8Array>
  /** Ends the processes. Unfinished tasks fail. */
  close(): Promise<void>
}

export interface PoolOptions {
  /** Path of the worker's program, which calls serveTasks (serve.ts). */
  program: string
  size?: number | undefined
  idleMs?: number | undefined
  taskMs?: number | undefined
  /** Options of Node for the workers. */
  nodeOptions?: readonly string[]
}

/**
 * Maximum number of processes, which bounds their memory. A container may have only a few of its machine's many cores.
 */
const MAX_SIZE = 8

export function createPool<Known extends Kinds>({
  program,
  size = Math.min(availableParallelism(), MAX_SIZE),
  nodeOptions = [],
  idleMs = 60_000,
  taskMs = 20_000,
}: PoolOptions): WorkerPool<Known> {
  const turns = createSemaphore({ permits: size, refusal: '' }) // refuses nobody: the scheduler limits comparisons
  /** Processes without a task; some may have ended. The last one used is used next, so that the others can end. */
  const idle: WorkerProcess[] = []
  const busy = new Set<WorkerProcess>()
  let isClosed = false

  function takeIdle(): WorkerProcess | undefined {
    const worker = idle.pop()
    return worker?.hasEnded() === true ? takeIdle() : worker
  }

  async function runAnywhere(job: Job, files: Task['files'], signal: AbortSignal | undefined): Promise<Uint8Array> {
    const worker = takeIdle()
    if (worker !== undefined) {
      try {
        return await runIn(worker, job, files, signal)
      } catch (error) {
        signal?.throwIfAborted()
        if (isClosed || !(error instanceof WorkerEnded)) throw error
      }
    }
    return runIn(startWorker(program, { idleMs, taskMs, nodeOptions }), job, files, signal)
  }

  function runIn(worker: WorkerProcess, job: Job, files: Task['files'], signal: AbortSignal | undefined) {
    const end = () => void worker.end()
    busy.add(worker)
    signal?.addEventListener('abort', end, { once: true })
    return worker.run(job, files).finally(() => {
      signal?.removeEventListener('abort', end)
      busy.delete(worker)
      idle.push(worker)
    })
  }

  return {
    size,
    async run(kind, { files, ...task }: Task, signal) {
      const release = await turns.acquire(signal)
      try {
        if (isClosed) throw new Error('The pool of workers is closed.')
        return await runAnywhere({ kind, task }, files, signal)
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
