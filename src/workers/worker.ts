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
 * The program of a worker process (pool.ts). Jobs come through a pipe, and answers go back. It ends with the pipe: when the
 * server closes it, and when the server is gone.
 */

yieldToServer()
// As the server does (server.ts): else two workers had 715 MiB beside the worst lists that can be uploaded, not some 500.
setFlagsFromString('--heap-growing-percent=60')
// A terminal sends them to all that was started in it. The server does what it has to, and closes the pipe.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})

const pipe = new Socket({ fd: 3 })
pipe.on('error', () => {}) // it closes then
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
 * Gives this process a lower priority than the server's. On Linux each thread has one of its own: those of V8 have been
 * started already, and what starts later has that of the thread that starts it.
 */
function yieldToServer(): void {
  try {
    const started = process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [process.pid]
    for (const thread of started) setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {} // not allowed here: others wait longer beside compares
}
