import { spawn } from 'node:child_process'
import { Socket } from 'node:net'
import { getHeapStatistics } from 'node:v8'
import { receiveMessages, sendMessage } from './messages.ts'
import type { Task } from './result.ts'
import type { Kinds } from './tasks.ts'

/** A task for a worker, without its files. */
export interface Job {
  kind: keyof Kinds
  task: object
}

/** What came of a job: an error, or else a file. */
export interface Answer {
  error?: unknown
}

/**
 * The heap of a worker: no larger than the server's may become. The worst lists that can be uploaded need a fifth of it.
 * With four times as much V8 collects later, and two workers had 715 MiB in the place of 475. Of a smaller heap V8 would make
 * the part for what is new smaller, too, and compares a fifth slower.
 */
const HEAP = [
  `--max-old-space-size=${Math.min(1024, Math.floor(getHeapStatistics().heap_size_limit / 2 ** 20))}`,
  '--max-semi-space-size=16',
]

/** A process that runs worker.ts, as the server sees it. */
export interface WorkerProcess {
  /** Runs one task, the only one at a time. Fails as the task does, and if the process dies. */
  run(job: Job, files: Task['files']): Promise<Uint8Array>
  hasEnded(): boolean
  /** Ends it at once. Its task fails. */
  end(): Promise<void>
}

/** Starts a process that ends when it has had no task for so long. Throws if there are too many open files. */
export function startWorker(program: string, idleMs: number): WorkerProcess {
  const options = program.endsWith('.ts') ? ['--import', 'tsx'] : process.execArgv
  const args = [...options, ...HEAP, program]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit', 'pipe'] })
  const exited = new Promise<unknown>((resolve) => {
    child.once('error', resolve)
    child.once('exit', (status, signal) => resolve(signal ?? status))
  })
  const pipe = child.stdio?.[3]
  if (!(pipe instanceof Socket)) throw new Error('No worker process can be started: there are too many open files.')

  let running: { resolve(result: Uint8Array): void; reject(error: unknown): void } | undefined
  const idle = setTimeout(() => running ?? pipe.destroy(), idleMs)
  receiveMessages<Answer>(pipe, ({ head: { error }, files: [result] }) => {
    const task = running
    running = undefined
    idle.refresh()
    if (result === undefined) task?.reject(error)
    else task?.resolve(result)
  })
  pipe.on('error', () => {}) // it closes then
  pipe.once('close', async () => {
    clearTimeout(idle)
    const cause = await exited
    running?.reject(new Error(`A worker process has ended: ${cause}`))
  })

  return {
    hasEnded: () => pipe.destroyed,
    run: (job, files) =>
      new Promise((resolve, reject) => {
        running = { resolve, reject }
        sendMessage<Job>(pipe, { head: job, files })
      }),
    async end() {
      child.kill('SIGKILL')
      await exited
    },
  }
}
