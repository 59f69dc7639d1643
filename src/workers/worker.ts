import { readdirSync } from 'node:fs'
import { Socket } from 'node:net'
import { constants, setPriority } from 'node:os'
import { inspect } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { type Message, receiveMessages, sendMessage } from './messages.ts'
import type { Task } from './result.ts'
import { KINDS } from './tasks.ts'
import type { Answer, Job } from './worker-process.ts'

/*
 * The program of a worker process (pool.ts). Jobs arrive through a pipe, and results go back. The process ends when the
 * pipe closes: the server has closed it, or the server is gone.
 */

yieldToServer()
// As in the server (server.ts). Otherwise workers take much more memory for the worst lists that can be uploaded.
setFlagsFromString('--heap-growing-percent=60')
// A terminal sends these signals to workers too. The server handles them, and closes the pipe.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})

const pipe = new Socket({ fd: 3 })
pipe.on('error', () => {}) // 'close' follows
pipe.on('close', () => process.exit())
receiveMessages<Job>(pipe, (job) => sendMessage(pipe, answerOf(job)))

function answerOf({ head: { kind, task }, files }: Message<Job>): Message<Answer> {
  const run = KINDS[kind] as (task: Task) => Uint8Array
  try {
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
