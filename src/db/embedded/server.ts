import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { closeSync, constants } from 'node:fs'
import { readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { EMBEDDED_CONNECTIONS } from '../connections/counts.ts'
import type { Setup } from './data-folder.ts'
import { EmbeddedDatabaseError, undefinedOn } from './error.ts'
import { openLocked } from './lock.ts'
import { pathFromInside, spawnOptions } from './system-user.ts'

const POLL_MS = 10
const LOCK_POLL_MS = 50
/** How long a start waits for the processes of a PostgreSQL that was killed or whose owner was. */
const LEFTOVERS_MS = 60_000

/** Below the ports that systems use for outgoing connections, which could take PostgreSQL's port while it restarts. */
const PORTS = [15_433, 30_000] as const
/** How often a start tries another port. */
const MAX_PORTS = 20

/** A running PostgreSQL. */
export interface Server {
  port: number
  /** Resolves when the server has ended for any reason. */
  ended: Promise<unknown>
  /** Closes all connections, rolls back their transactions and ends the server. */
  stop(): Promise<void>
}

export interface StartOptions {
  /** The port to listen on. By default, that of the last run, so that noted addresses stay valid, or a free one. */
  port?: number
  /** Whether an existing postmaster.pid is stale. PostgreSQL would mistake any process with its id for a server. */
  isStale: boolean
  signal?: AbortSignal | undefined
}

/** Starts PostgreSQL, and waits until it accepts connections. */
export async function startServer(setup: Setup, { port, isStale, signal }: StartOptions): Promise<Server> {
  const { cluster, log } = setup.folder
  const options = await readFile(join(cluster, 'postmaster.opts'), 'utf8').catch(undefinedOn('ENOENT'))
  const last = options?.match(/"-p" "(\d+)"/)?.[1]
  for (let tries = 1; ; tries++) {
    const descriptor = await lockLog(setup, signal)
    if (isStale) await rm(pidFile(cluster), { force: true })
    const tried = port ?? (tries === 1 && last !== undefined ? Number(last) : randomInt(...PORTS))
    const started = await tryStart(setup, tried, descriptor)
    if (typeof started !== 'string') return started
    const isTaken = started.includes('could not create any TCP/IP sockets')
    if (port !== undefined || !isTaken || tries === MAX_PORTS) {
      throw new EmbeddedDatabaseError(`PostgreSQL could not be started. The end of ${log}:\n${started}`)
    }
  }
}

/**
 * Opens PostgreSQL's log and locks it. All processes of PostgreSQL inherit the log, so the lock is free only once the
 * last of them has ended, even if they ran in another container.
 */
async function lockLog({ folder, user }: Setup, signal: AbortSignal | undefined): Promise<number> {
  const began = performance.now()
  for (;;) {
    signal?.throwIfAborted()
    // O_NOFOLLOW: the other user could have created a symbolic link, and root would write to its target.
    const descriptor = await openLocked(folder.log, user && constants.O_NOFOLLOW)
    if (descriptor !== undefined) return descriptor
    if (performance.now() - began > LEFTOVERS_MS) {
      throw new EmbeddedDatabaseError(
        `PostgreSQL is still running on ${folder.cluster}, although the server that started it has ended.\n` +
          'If that server ran in another container, stop the container. Otherwise stop that PostgreSQL, and try again.',
      )
    }
    await delay(LOCK_POLL_MS)
  }
}

const pidFile = (cluster: string) => join(cluster, 'postmaster.pid')

/**
 * Starts PostgreSQL, which first replays its write-ahead log after a crash. Returns the end of its log if it exits
 * instead of accepting connections.
 */
async function tryStart(setup: Setup, port: number, log: number): Promise<Server | string> {
  const { cluster, log: logFile } = setup.folder
  const { size } = await stat(logFile)
  const child = launch(setup, port, log)
  closeSync(log)
  let failure: string | undefined
  const ended = new Promise<void>((resolve) => {
    const end = (reason: string) => {
      failure = reason
      resolve()
    }
    child.once('error', ({ message }) => end(message))
    child.once('exit', (code) => end(`exit code ${code}`))
  })
  child.unref()

  const stop = async () => {
    child.kill('SIGINT') // on Windows this is like a crash, from which the next start recovers
    await ended
  }
  while (failure === undefined) {
    await delay(POLL_MS)
    // PostgreSQL writes its process id into the first line of this file, and its state into the eighth.
    const lines = (await readFile(pidFile(cluster), 'utf8').catch(undefinedOn('ENOENT')))?.split('\n')
    if (Number(lines?.[0]) === child.pid && lines?.[7]?.trim() === 'ready') return { port, ended, stop }
  }
  const text = (await readFile(logFile)).subarray(size).toString().trim()
  return text.split('\n').slice(-12).join('\n') || failure
}

/**
 * A shell script that becomes PostgreSQL and starts a watcher, which stops PostgreSQL if this process is killed. The
 * watcher reads from file descriptor 3: it is closed when this process is killed, and gets a line when PostgreSQL has
 * ended. The watcher must not be a child of PostgreSQL, nor hold its log.
 */
const SCRIPT = '((read -r _ <&3 || kill -INT $$) >/dev/null 2>&1 &); exec "$@" 3<&-'

function launch({ folder, binaries, user, fsync }: Setup, port: number, log: number): ChildProcess {
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'cluster_name=mod-list-catalog',
    `max_connections=${EMBEDDED_CONNECTIONS}`,
    'shared_buffers=128MB',
    'max_wal_size=256MB',
    'TimeZone=UTC',
    'log_timezone=UTC',
    'log_checkpoints=off',
    'log_min_messages=log', // errors of statements go to their client only: in the log they would show user data
    ...(fsync ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']),
  ]
  const options = ['-p', `${port}`, ...settings.flatMap((setting) => ['-c', setting])]
  const words = [binaries.postgres, '-D', pathFromInside(folder.cluster, user), ...options]
  if (process.platform !== 'win32') words.unshift('/bin/sh', '-c', SCRIPT, 'sh')
  const [program = '', ...args] = words
  const child = spawn(program, args, {
    ...spawnOptions(user, folder.cluster),
    detached: true, // because Ctrl-C in the terminal must not stop it before the requests in flight are done
    stdio: ['ignore', log, log, 'pipe'],
  })
  const line = child.stdio[3]
  line?.on('error', () => {}) // the watcher was killed
  child.once('exit', () => line !== null && line !== undefined && 'end' in line && line.end('ended\n'))
  return child
}
