import { readdirSync, writeFileSync } from 'node:fs'
import { Socket } from 'node:net'
import { constants, setPriority } from 'node:os'
import { inspect } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { type Message, receiveMessages, sendMessage } from './messages.ts'
import type { Answer, Job, Kinds, Task } from './worker-process.ts'

/**
 * Runs this process as a worker of a pool (pool.ts): receives jobs through a pipe, and sends answers back. `kinds` has a
 * function for each kind of task. The process ends when the pipe closes, which the server does, or its death.
 */
export function serveTasks(kinds: Kinds): void {
  yieldToServer()
  offerToBeKilled()
  // As in the server (server.ts). Otherwise workers take much more memory for the worst lists that can be uploaded.
  setFlagsFromString('--heap-growing-percent=60')
  // A terminal sends these signals to workers too. The server handles them, and closes the pipe.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})

  const pipe = new Socket({ fd: 3 })
  pipe.on('error', () => {}) // 'close' follows
  pipe.on('close', () => process.exit())
  receiveMessages<Job>(pipe, (job) => sendMessage(pipe, answerOf(kinds, job)))
}

function answerOf(kinds: Kinds, { head: { kind, task }, files }: Message<Job>): Message<Answer> {
  const run = kinds[kind] as ((task: Task) => Uint8Array) | undefined
  try {
    if (run === undefined) throw new Error(`There is no task of the kind ${kind}.`)
    return { head: {}, files: [run({ ...task, files })] }
  } catch (error) {
    return { head: { error: inspect(error) }, files: [] }
  }
}

/**
 * Gives this process a lower priority than the server. On Linux each thread has its own priority. V8's threads are
 * already running, so each is set here; later threads inherit the priority of the thread that starts them.
 */
function yieldToServer(): void {
  try {
    const started = process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [process.pid]
    for (const thread of started) setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {} // not permitted here: other requests wait longer during comparisons
}

/**
 * Lets Linux kill this process before the server and PostgreSQL if the machine or the container has no memory left. The
 * pool only loses a task.
 */
function offerToBeKilled(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {} // not Linux, or not permitted here
}
