import { type ChildProcess, spawn } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { EMBEDDED_CONNECTIONS } from '../connections/counts.ts'
import { logSince, openLog, type Setup } from './data-folder.ts'
import { EmbeddedDatabaseError, undefinedOn } from './error.ts'
import { killLeftovers } from './leftovers.ts'
import { findPort } from './port.ts'
import { pathFromInside, runProgram, spawnOptions } from './system-user.ts'

const POLL_MS = 10
const RETRY_MS = 15_000
/** How long backends of a killed server may take to exit before they are killed. */
const ORPHANS_MS = 500
/** How long a start may take. After a crash, PostgreSQL first replays its write-ahead log. */
const RECOVERY_MS = 5 * 60_000
const STOP_MS = 60_000

/** Causes of a failed start that pass: backends of a killed server exit, or a port becomes free. */
const TRANSIENT = /pre-existing shared memory block|could not create any TCP\/IP sockets/

/** A running PostgreSQL. */
export interface Server {
  port: number
  /** Resolves when the server has ended for any reason. */
  ended: Promise<unknown>
  /** Closes all connections, rolls back their transactions and ends the server. */
  stop(): Promise<void>
}

/** Starts PostgreSQL on this port, or on a free one, and waits until it accepts connections. */
export async function startServer(setup: Setup, port?: number, signal?: AbortSignal): Promise<Server> {
  const began = performance.now()
  for (;;) {
    signal?.throwIfAborted()
    const started = await tryStart(setup, port ?? (await findPort(setup.folder)))
    if (typeof started !== 'string') return started
    const elapsed = performance.now() - began
    if (!TRANSIENT.test(started) || elapsed > RETRY_MS) {
      throw new EmbeddedDatabaseError(`PostgreSQL could not be started. The end of ${setup.folder.log}:\n${started}`)
    }
    if (elapsed > ORPHANS_MS) await killLeftovers(setup.folder.cluster, { postmaster: false })
    await delay(200)
  }
}

/** Removes the postmaster.pid of a dead server. PostgreSQL would mistake any process with that id for the server. */
export const removePidFile = ({ folder }: Setup): Promise<void> => rm(pidFile(folder.cluster), { force: true })

const pidFile = (cluster: string) => join(cluster, 'postmaster.pid')

/** Starts PostgreSQL. Returns the end of its log if it exits instead of accepting connections. */
async function tryStart(setup: Setup, port: number): Promise<Server | string> {
  const { folder, user } = setup
  const log = await openLog(folder, user)
  const child = launch(setup, port, log.file.fd)
  let failure: string | undefined
  const ended = new Promise<void>((resolve) => {
    child.once('error', ({ message }) => {
      failure = message
      resolve()
    })
    child.once('exit', (code) => {
      // On Windows the child is pg_ctl, which exits once it has started the server.
      if (code === 0 && process.platform === 'win32') return
      failure = `exit code ${code}`
      resolve()
    })
  })
  child.unref()
  await log.file.close()

  const deadline = performance.now() + RECOVERY_MS
  while (failure === undefined) {
    await delay(POLL_MS)
    const { pid, isReady } = await readPidFile(folder.cluster)
    if (isReady && process.platform === 'win32') return { port, ...windowsServer(setup, pid) }
    if (isReady && pid === child.pid) return { port, ended, stop: () => stop(child, ended) }
    if (performance.now() > deadline) {
      child.kill('SIGQUIT')
      throw new EmbeddedDatabaseError(`PostgreSQL accepted no connections and was stopped. See ${folder.log}.`)
    }
  }
  return (await logSince(folder, log.size)) || failure
}

/** PostgreSQL writes its process id into the first line of postmaster.pid, and its state into the eighth. */
async function readPidFile(cluster: string): Promise<{ pid: number; isReady: boolean }> {
  const lines = (await readFile(pidFile(cluster), 'utf8').catch(undefinedOn('ENOENT')))?.split('\n')
  return { pid: Number(lines?.[0]), isReady: lines?.[7]?.trim() === 'ready' }
}

/**
 * A shell script that becomes PostgreSQL and starts a watcher, which stops PostgreSQL if this process is killed. The
 * watcher reads from file descriptor 3: it is closed when this process is killed, and gets a line when PostgreSQL has
 * ended. The watcher must not be a child of PostgreSQL, nor hold its lock (file descriptor 4).
 */
const SCRIPT = '((read -r _ <&3 || kill -INT $$) 4>&- &); exec "$@" 3<&-'

function launch({ folder, binaries, user, fsync, inherited }: Setup, port: number, log: number): ChildProcess {
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
  // Detached, because Ctrl-C in the terminal must not stop it before the requests in flight are done.
  const common = { ...spawnOptions(user, folder.cluster), detached: true }
  if (process.platform === 'win32') {
    // PostgreSQL refuses to run as an administrator. pg_ctl drops those rights.
    const args = ['start', '-W', '-D', folder.cluster, '-l', folder.log, '-o', options.join(' ')]
    return spawn(binaries.pgCtl, args, { ...common, stdio: 'ignore' })
  }
  const args = [binaries.postgres, '-D', pathFromInside(folder.cluster, user), ...options]
  const child = spawn('/bin/sh', ['-c', SCRIPT, 'sh', ...args], {
    ...common,
    stdio: ['ignore', log, log, 'pipe', ...inherited],
  })
  const line = child.stdio[3]
  line?.on('error', () => {}) // the watcher was killed
  child.once('exit', () => line !== null && line !== undefined && 'end' in line && line.end('ended\n'))
  return child
}

async function stop(child: ChildProcess, ended: Promise<void>): Promise<void> {
  child.kill('SIGINT')
  const late = setTimeout(() => child.kill('SIGQUIT'), STOP_MS)
  await ended
  clearTimeout(late)
}

/** Watches the server on Windows, where it is not a child of this process, by its process id. */
function windowsServer({ binaries, folder, user }: Setup, pid: number) {
  const isAlive = () => {
    try {
      return process.kill(pid, 0)
    } catch {
      return false
    }
  }
  const ended = (async () => {
    while (isAlive()) await delay(100)
  })()
  const stop = async () => {
    await runProgram(binaries.pgCtl, ['stop', '-W', '-m', 'fast', '-D', folder.cluster], user, folder.cluster)
    await ended
  }
  return { ended, stop }
}
