import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { EMBEDDED_CONNECTIONS } from '../connections/counts.ts'
import type { Binaries } from './binaries.ts'
import { type DataFolder, logSince, openLog } from './data-folder.ts'
import { EmbeddedDatabaseError, undefinedOn } from './error.ts'
import { acquireLease, hasOtherLeases, type Lease, releaseLease, servesFolder } from './lease.ts'
import { findPort } from './port.ts'
import { isPostmaster, killOrphanedBackends, readPidFile, repairPidFile } from './postmaster.ts'
import { pathFromInside, runProgram, type SystemUser, spawnOptions } from './system-user.ts'

const POLL_MS = 10
const RETRY_MS = 15_000
/** How long backends of a killed server have to exit by themselves. */
const ORPHANS_MS = 500
/** After a crash PostgreSQL replays its write-ahead log before it takes connections. */
const RECOVERY_MS = 5 * 60_000
const STOP_MS = 60_000

/** Failed starts that are worth another try: backends of a killed server exit, a port becomes free. */
const TRANSIENT = /pre-existing shared memory block|lock file "postmaster.pid"|could not create any TCP\/IP sockets/

/** What it takes to start the server of a data folder. */
export interface ServerSetup {
  folder: DataFolder
  binaries: Binaries
  user: SystemUser | undefined
  password: string
  fsync: boolean
}

/** A running server, and our lease on it. */
export interface Server {
  pid: number
  port: number
  lease: Lease
}

/** Joins the server of the folder, or starts one; where a port is given, on no other. The caller has the lock. */
export async function joinOrStartServer(setup: ServerSetup, port?: number, abort?: AbortSignal): Promise<Server> {
  const deadline = performance.now() + RETRY_MS
  let firstFailure: number | undefined
  for (;;) {
    abort?.throwIfAborted()
    const running = await joinServer(setup)
    if (running && port !== undefined && running.port !== port) {
      await releaseLease(running.lease)
      const message = `PostgreSQL listens on port ${running.port} now, no more on ${port}. Restart this program.`
      throw new EmbeddedDatabaseError(message)
    }
    if (running) return running

    await repairPidFile(setup.folder, setup.user)
    const started = await startServer(setup, port ?? (await findPort(setup.folder)))
    if (typeof started !== 'string') return started
    if (!TRANSIENT.test(started) || performance.now() > deadline) {
      throw new EmbeddedDatabaseError(`PostgreSQL does not start. The end of ${setup.folder.log}:\n${started}`)
    }
    firstFailure ??= performance.now()
    if (performance.now() > firstFailure + ORPHANS_MS) await killOrphanedBackends(setup.folder)
    await delay(200)
  }
}

/** Joins the server that postmaster.pid names, once it is ready. Gives undefined if that is no server of this folder. */
async function joinServer({ folder, password }: ServerSetup): Promise<Server | undefined> {
  const began = performance.now()
  for (;;) {
    const found = await readPidFile(folder)
    const isOurs = found ? await isPostmaster(found.pid, folder) : 'no'
    if (!found || isOurs === 'no') return undefined

    const lease = found.port > 0 ? await acquireLease(found.port, password) : 'refused'
    if (typeof lease !== 'string') {
      if (isOurs === 'yes' || (await servesFolder(lease, folder))) return { pid: found.pid, port: found.port, lease }
      return releaseLease(lease)
    }
    const elapsed = performance.now() - began
    if (lease === 'refused' && elapsed > RETRY_MS && isOurs === 'unknown') return undefined
    if (elapsed > (lease === 'refused' ? RETRY_MS : RECOVERY_MS)) throw notReady(found.pid, folder)
    await delay(POLL_MS)
  }
}

/** Starts a server and joins it. Gives the end of its log if it exits instead. */
async function startServer(setup: ServerSetup, port: number): Promise<Server | string> {
  const { folder, user, password } = setup
  const log = await openLog(folder, user)
  const child = launch(setup, port, log.file.fd)
  // From the first moment on: on a busy machine the child exits before the next line that waits is done.
  let failure: string | undefined
  child.once('error', ({ message }) => (failure = message))
  // On Windows the child is pg_ctl, which exits once it has started the server.
  child.once('exit', (code) => (failure = code === 0 && process.platform === 'win32' ? undefined : `exit code ${code}`))
  child.unref()
  await log.file.close()

  const deadline = performance.now() + RECOVERY_MS
  while (failure === undefined) {
    await delay(POLL_MS)
    const found = await readPidFile(folder)
    if (performance.now() > deadline) throw notReady(found?.pid ?? child.pid, folder)
    if (!found?.ready || (found.pid !== child.pid && process.platform !== 'win32')) continue
    const lease = await acquireLease(port, password).catch((error) => {
      sendSignal(found.pid, 'SIGINT') // nobody else would stop it
      throw error
    })
    if (typeof lease !== 'string') return { pid: found.pid, port, lease }
  }
  return (await logSince(folder, log.size)) || failure
}

function launch({ folder, binaries, user, fsync }: ServerSetup, port: number, log: number): ChildProcess {
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
    'log_min_messages=log', // whoever sent a wrong statement is told; the log would keep the values that users sent
    ...(fsync ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']),
  ]
  const options = ['-p', `${port}`, ...settings.flatMap((setting) => ['-c', setting])]
  // In a session of its own neither Ctrl-C in our terminal nor our end reaches it: others may have leases on it.
  const common = { ...spawnOptions(user, folder.cluster), detached: true }
  if (process.platform === 'win32') {
    // PostgreSQL refuses to run as an administrator; pg_ctl drops those rights.
    const args = ['start', '-W', '-D', folder.cluster, '-l', folder.log, '-o', options.join(' ')]
    return spawn(binaries.pgCtl, args, { ...common, stdio: 'ignore' })
  }
  const args = ['-D', pathFromInside(folder.cluster, user), ...options]
  return spawn(binaries.postgres, args, { ...common, stdio: ['ignore', log, log] })
}

function notReady(pid: number | undefined, { log }: DataFolder): EmbeddedDatabaseError {
  return new EmbeddedDatabaseError(`PostgreSQL (process ${pid}) runs, but takes no connections. ${log} may say why.`)
}

/** Gives up our lease, and stops the server if there is no other one. The caller has the lock. */
export async function leaveServer(setup: ServerSetup, server: Server): Promise<void> {
  // Where the question fails the server has just died, and there is nothing to stop.
  const isInUse = await hasOtherLeases(server.lease).catch(() => true)
  await (isInUse ? releaseLease(server.lease) : stopServer(setup, server))
}

/** A fast shutdown: connections are closed, transactions rolled back. The open lease proves that the pid is the server's. */
async function stopServer({ folder, binaries, user }: ServerSetup, { pid, lease }: Server): Promise<void> {
  if (process.platform === 'win32') {
    await runProgram(binaries.pgCtl, ['stop', '-W', '-m', 'fast', '-D', folder.cluster], user, folder.cluster)
  } else {
    sendSignal(pid, 'SIGINT')
  }
  await releaseLease(lease)
  const deadline = performance.now() + STOP_MS
  while ((await isPostmaster(pid, folder)) !== 'no') {
    if (performance.now() > deadline) throw new EmbeddedDatabaseError(`PostgreSQL (process ${pid}) takes long to stop.`)
    await delay(POLL_MS)
  }
}

function sendSignal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    undefinedOn('ESRCH')(error) // it has just ended
  }
}
