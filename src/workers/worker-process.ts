import { spawn } from 'node:child_process'
import { Socket } from 'node:net'
import { receiveMessages, sendMessage } from './messages.ts'

/** The bytes of stored files that a task reads; further properties depend on its kind. */
export interface Task {
  /** Undefined for a file that does not exist. */
  files: readonly (Uint8Array | undefined)[]
}

/** The kinds of tasks that a worker runs, by name. Each is a function from a task to the bytes of its result. */
export type Kinds = Readonly<Record<string, (task: never) => Uint8Array>>

/** A task for a worker, without its files. */
export interface Job {
  kind: string
  task: object
}

/** Outcome of a job. A successful job has its result as the message's file; a failed one has an error. */
export interface Answer {
  error?: string
}

/** A worker process, from the server's side. */
export interface WorkerProcess {
  /**
   * Runs a task, one at a time. Fails if the task fails, with TaskTimeout if it takes too long, and with WorkerEnded if
   * the process dies.
   */
  run(job: Job, files: Task['files']): Promise<Uint8Array>
  hasEnded(): boolean
  /** Ends the process at once. Its task fails. */
  end(): Promise<void>
}

/** Thrown if a worker dies before it answers. */
export class WorkerEnded extends Error {
  override name = 'WorkerEnded'
}

/** Thrown if a task takes too long. It would do so again. */
export class TaskTimeout extends Error {
  override name = 'TaskTimeout'
}

interface WorkerTimeouts {
  /** Time without a task after which a worker is ended, in milliseconds. */
  idleMs: number
  /**
   * Maximum time for a task, including the start of the worker, in milliseconds. A worker that takes longer is killed.
   */
  taskMs: number
}

/**
 * Limits V8's thread pool, which mostly collects garbage, to one thread. Node's default is four. With a worker for each
 * core, more threads would only wait for each other, and together take processor time from the event loop in spite of
 * their low priority.
 */
const ONE_HELPER = '--v8-pool-size=1'

/** Starts a worker with further options of Node. Throws if Node cannot spawn it. If its start fails later, its first task fails. */
export function startWorker(
  program: string,
  { idleMs, taskMs, nodeOptions }: WorkerTimeouts & { nodeOptions: readonly string[] },
): WorkerProcess {
  const source = program.endsWith('.ts') ? ['--import', 'tsx'] : []
  const child = spawn(process.execPath, [ONE_HELPER, ...nodeOptions, ...source, program], {
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
  pipe.on('error', () => {}) // 'close' follows
  pipe.once('close', async () => {
    clearTimeout(timer)
    child.kill('SIGKILL') // a process that hangs does not notice the closed pipe
    const cause = await exited
    running?.reject(
      isTooLate
        ? new TaskTimeout(`A worker process did not answer within ${taskMs} ms.`)
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
