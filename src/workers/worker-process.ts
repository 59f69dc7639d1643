import { spawn } from 'node:child_process'
import { Socket } from 'node:net'
import { receiveMessages, sendMessage } from './messages.ts'
import type { Task } from './result.ts'
import type { Kinds } from './tasks.ts'

/** A task for a worker, without its files. */
export interface Job {
  kind: keyof Kinds
  task: object
}

/** What came of a job: its result is the file, or else this is why there is none. */
export interface Answer {
  error?: string
}

/** A process that runs worker.ts, as the server sees it. */
export interface WorkerProcess {
  /** Runs a task, one at a time. Fails as the task does, if it takes too long, and with WorkerEnded if the process dies. */
  run(job: Job, files: Task['files']): Promise<Uint8Array>
  hasEnded(): boolean
  /** Ends it at once. Its task fails. */
  end(): Promise<void>
}

/** A worker has died before it answered. */
export class WorkerEnded extends Error {
  override name = 'WorkerEnded'
}

export interface WorkerTimeouts {
  /** How long a worker may be without a task before it is ended. */
  idleMs: number
  /** How long it may take for one, its start included: one that hangs is killed. */
  taskMs: number
}

/**
 * V8's thread pool, mostly for garbage collection: one thread beside the one that compares, where Node gives four. As there is a worker for
 * each core, more threads only wait for each other; and of lower priority or not, together they weigh as much as the event loop.
 */
const ONE_HELPER = '--v8-pool-size=1'

/** Starts a worker. Throws where Node can not even try, as with too many open files; else its first task fails. */
export function startWorker(program: string, { idleMs, taskMs }: WorkerTimeouts): WorkerProcess {
  const source = program.endsWith('.ts') ? ['--import', 'tsx'] : []
  const child = spawn(process.execPath, [ONE_HELPER, ...source, program], {
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
  })
  const exited = new Promise<unknown>((resolve) => {
    child.once('error', resolve)
    child.once('exit', (status, signal) => resolve(signal ?? status))
  })
  const pipe = child.stdio?.[3]
  if (!(pipe instanceof Socket)) throw new Error('No worker process can be started: there are too many open files.')

  let running: { resolve(result: Uint8Array): void; reject(error: unknown): void } | undefined
  let timer: NodeJS.Timeout | undefined
  let isTooLate = false
  const endAfter = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      isTooLate = true
      pipe.destroy()
    }, ms)
  }
  endAfter(idleMs)
  receiveMessages<Answer>(pipe, ({ head: { error }, files: [result] }) => {
    const task = running
    running = undefined
    endAfter(idleMs)
    if (result === undefined) task?.reject(new Error(error))
    else task?.resolve(result)
  })
  pipe.on('error', () => {}) // it closes then
  pipe.once('close', async () => {
    clearTimeout(timer)
    child.kill('SIGKILL') // one that hangs does not see that its pipe is closed
    const cause = await exited
    running?.reject(
      isTooLate
        ? new Error(`A worker process did not answer within ${taskMs} ms.`)
        : new WorkerEnded(`A worker process has ended: ${cause}`),
    )
  })

  return {
    hasEnded: () => pipe.destroyed,
    run: (job, files) =>
      new Promise((resolve, reject) => {
        sendMessage<Job>(pipe, { head: job, files })
        running = { resolve, reject }
        endAfter(taskMs)
      }),
    async end() {
      pipe.destroy()
      await exited
    },
  }
}
