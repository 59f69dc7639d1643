import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { closeSync, constants, openSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { EMBEDDED_CONNECTIONS } from '../connections/counts.ts'
import type { Setup } from './data-folder.ts'
import { EmbeddedDatabaseError, undefinedOn } from './error.ts'
import { pathFromInside, spawnOptions } from './system-user.ts'

const POLL_MS = 10

/** The next step if another major version of PostgreSQL wrote the data. */
const OTHER_VERSION =
  '\nCopy the data with pg_dump of that version to an empty DATA_DIR, or set DATABASE_URL to a PostgreSQL that serves it.'

/** A running PostgreSQL. */
export interface Server {
  port: number
  /** Resolves when the server has ended for any reason. */
  ended: Promise<unknown>
  /** Closes all connections, rolls back their transactions and ends the server. */
  stop(): Promise<void>
}

/**
 * Starts PostgreSQL, and waits until it accepts connections. Without `port`, it gets that of the last run, which other
 * processes may still use, or a free one.
 */
export async function startServer(setup: Setup, port?: number): Promise<Server> {
  const { cluster, log } = setup.folder
  const options = await readFile(join(cluster, 'postmaster.opts'), 'utf8').catch(undefinedOn('ENOENT'))
  const last = options?.match(/"-p" "(\d+)"/)?.[1]
  // Systems give outgoing connections higher ports, so none takes the port while PostgreSQL restarts.
  const random = () => randomInt(15_433, 30_000)
  const ports = port === undefined ? [last === undefined ? random() : Number(last), random(), random()] : [port]
  let error = ''
  for (const each of ports) {
    const started = await tryStart(setup, each)
    if (typeof started !== 'string') return started
    error = started
    if (!error.includes('could not create any TCP/IP sockets')) break
  }
  const advice = error.includes('incompatible with server') ? OTHER_VERSION : ''
  throw new EmbeddedDatabaseError(`PostgreSQL could not be started. The end of ${log}:\n${error}${advice}`)
}

/**
 * Starts PostgreSQL, which first replays its write-ahead log after a crash. Returns the end of its log if it exits
 * instead of accepting connections.
 */
async function tryStart(setup: Setup, port: number): Promise<Server | string> {
  const { cluster, log } = setup.folder
  // O_NOFOLLOW: if root starts PostgreSQL in another user's folder, that user could have put a symbolic link here.
  const { O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW } = constants
  const descriptor = openSync(log, O_WRONLY | O_APPEND | O_CREAT | (setup.user ? O_NOFOLLOW : 0), 0o600)
  const { size } = await stat(log)
  const child = launch(setup, port, descriptor)
  closeSync(descriptor)
  const ended = new Promise((resolve) => child.once('exit', resolve).once('error', resolve))
  child.unref()

  const stop = async () => {
    child.kill('SIGINT') // on Windows this is like a crash, from which the next start recovers
    await ended
  }
  while (child.exitCode === null && child.signalCode === null) {
    await delay(POLL_MS)
    // PostgreSQL writes its process id into the first line of this file, and its state into the eighth.
    const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(undefinedOn('ENOENT'))
    const lines = text?.split('\n')
    if (Number(lines?.[0]) === child.pid && lines?.[7]?.trim() === 'ready') return { port, ended, stop }
  }
  const text = (await readFile(log)).subarray(size).toString().trim()
  return text.split('\n').slice(-12).join('\n') || `It ended with ${child.exitCode ?? child.signalCode}.`
}

/**
 * A shell script that becomes PostgreSQL and starts a watcher, which stops PostgreSQL if this process is killed. The
 * watcher reads from file descriptor 3: it is closed when this process is killed, and gets a line when PostgreSQL has
 * ended. Only PostgreSQL keeps descriptor 4, the lock of the data folder.
 */
const SCRIPT = '((read -r _ <&3 || kill -INT $$) >/dev/null 2>&1 4<&- &); exec "$@" 3<&-'

function launch({ folder, binaries, user, lock }: Setup, port: number, log: number): ChildProcess {
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'cluster_name=mod-list-catalog',
    `max_connections=${EMBEDDED_CONNECTIONS}`,
    'max_wal_size=256MB',
    'TimeZone=UTC',
    'log_timezone=UTC',
    'log_checkpoints=off',
    'log_min_messages=log', // errors of statements go to their client only: in the log they would show user data
  ]
  const words = [binaries.postgres, '-D', pathFromInside(folder.cluster, user), '-p', `${port}`]
  words.push(...settings.flatMap((setting) => ['-c', setting]))
  if (process.platform !== 'win32') words.unshift('/bin/sh', '-c', SCRIPT, 'sh')
  const [program = '', ...args] = words
  const child = spawn(program, args, {
    ...spawnOptions(user, folder.cluster),
    detached: true, // because Ctrl-C in the terminal must not stop it before the requests in flight are done
    stdio: ['ignore', log, log, 'pipe', lock],
  })
  const [, , , line] = child.stdio
  if (line instanceof Writable) {
    line.on('error', () => {}) // the watcher was killed
    child.once('exit', () => line.end('ended\n'))
  }
  return child
}
