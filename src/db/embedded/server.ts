import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { EMBEDDED_CONNECTIONS } from '../connections.ts'
import { type Account, asAccount, run, seenBy } from './account.ts'
import type { Binaries } from './binaries.ts'
import { absentOn, EmbeddedDatabaseError } from './error.ts'
import { logSince, openLog, type Places } from './files.ts'
import { enter, hasOtherHolders, leave, type Presence, servesFolder } from './lease.ts'
import { endOrphans } from './orphans.ts'
import { findPort } from './port.ts'
import { disownLockFile, isPostmaster, readLockFile } from './postmaster.ts'

const POLL = 10
const RETRY = 15_000
const ORPHANS = 500 // what is left of a killed server has this long to end by itself
const RECOVERY = 5 * 60_000 // after a crash the log of changes is replayed first
const STOP = 60_000

// What passes by itself: backends of a killed server end, a port becomes free.
const PASSING = /pre-existing shared memory block|lock file "postmaster.pid"|could not create any TCP\/IP sockets/

/** All that a server is run with. */
export interface Setup {
  places: Places
  binaries: Binaries
  account: Account | undefined
  password: string
  fsync: boolean
}

export interface Server {
  pid: number
  port: number
  presence: Presence
}

/** Joins the server of this folder, or starts it, on no other port than a given one. The caller holds the lock. */
export async function ensureServer(setup: Setup, port?: number, abort?: AbortSignal): Promise<Server> {
  const until = performance.now() + RETRY
  let refused: number | undefined
  for (;;) {
    abort?.throwIfAborted()
    const running = await joinServer(setup)
    if (running && port !== undefined && running.port !== port) {
      await leave(running.presence)
      const message = `PostgreSQL listens on port ${running.port} now, no more on ${port}. Restart this program.`
      throw new EmbeddedDatabaseError(message)
    }
    if (running) return running

    await disownLockFile(setup.places, setup.account)
    const started = await start(setup, port ?? (await findPort(setup.places)))
    if (typeof started !== 'string') return started
    if (!PASSING.test(started) || performance.now() > until) {
      throw new EmbeddedDatabaseError(`PostgreSQL does not start. The end of ${setup.places.log}:\n${started}`)
    }
    refused ??= performance.now()
    if (performance.now() > refused + ORPHANS) await endOrphans(setup.places)
    await delay(200)
  }
}

/** Waits for the server that the lock file names, as long as it is one of this folder. */
async function joinServer({ places, password }: Setup): Promise<Server | undefined> {
  const began = performance.now()
  for (;;) {
    const found = await readLockFile(places)
    const ours = found ? await isPostmaster(found.pid, places) : 'no'
    if (!found || ours === 'no') return undefined

    const presence = found.port > 0 ? await enter(found.port, password) : 'deaf'
    if (typeof presence !== 'string') {
      const proven = ours === 'yes' || (await servesFolder(presence, places))
      if (proven) return { pid: found.pid, port: found.port, presence }
      return leave(presence)
    }
    const waited = performance.now() - began
    if (presence === 'deaf' && waited > RETRY && ours === 'maybe') return undefined
    if (waited > (presence === 'deaf' ? RETRY : RECOVERY)) throw silent(found.pid, places)
    await delay(POLL)
  }
}

/** Answers with the end of the log where the server does not come up. */
async function start(setup: Setup, port: number): Promise<Server | string> {
  const { places, account, password } = setup
  const log = await openLog(places, account)
  const child = launch(setup, port, log.file.fd)
  await log.file.close()
  child.unref()
  let failure: string | undefined
  child.once('error', ({ message }) => (failure = message))
  child.once('exit', (code) => (failure = code === 0 && process.platform === 'win32' ? undefined : `exit code ${code}`))

  const until = performance.now() + RECOVERY
  while (failure === undefined) {
    await delay(POLL)
    const found = await readLockFile(places)
    if (found && performance.now() > until) throw silent(found.pid, places)
    if (!found?.ready || (found.pid !== child.pid && process.platform !== 'win32')) continue
    const presence = await enter(port, password).catch((fault) => {
      signal(found.pid, 'SIGINT') // nobody can use it
      throw fault
    })
    if (typeof presence !== 'string') return { pid: found.pid, port, presence }
  }
  return (await logSince(places, log.size)) || failure
}

function launch({ places, binaries, account, fsync }: Setup, port: number, log: number): ChildProcess {
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
    'log_min_messages=log', // who made the faulty statement is told; the log would keep what users sent
    ...(fsync ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']),
  ]
  const options = ['-p', `${port}`, ...settings.flatMap((setting) => ['-c', setting])]
  // A session of its own: neither Ctrl-C in a terminal nor the end of this process reaches it.
  const common = { ...asAccount(account, places.cluster), detached: true }
  if (process.platform === 'win32') {
    // It also drops the rights of an administrator, which PostgreSQL refuses.
    const args = ['start', '-W', '-D', places.cluster, '-l', places.log, '-o', options.join(' ')]
    return spawn(binaries.pgCtl, args, { ...common, stdio: 'ignore' })
  }
  const args = ['-D', seenBy(account, places.cluster), ...options]
  return spawn(binaries.postgres, args, { ...common, stdio: ['ignore', log, log] })
}

function silent(pid: number, { log }: Places): EmbeddedDatabaseError {
  return new EmbeddedDatabaseError(`PostgreSQL (process ${pid}) runs, but takes no connections. ${log} may say why.`)
}

/** Lets go of a server, and stops it when nobody else holds it. The caller holds the lock. */
export async function leaveServer(setup: Setup, server: Server): Promise<void> {
  // It may die just now, and then there is nothing to stop.
  const stays = await hasOtherHolders(server.presence).catch(() => true)
  await (stays ? leave(server.presence) : stopServer(setup, server))
}

/** Stops the server and waits for its end. The presence, which is alive, proves that the process is it. */
async function stopServer({ places, binaries, account }: Setup, { pid, presence }: Server): Promise<void> {
  if (process.platform === 'win32') {
    await run(binaries.pgCtl, ['stop', '-W', '-m', 'fast', '-D', places.cluster], account, places.cluster)
  } else {
    signal(pid, 'SIGINT')
  }
  await leave(presence)
  const until = performance.now() + STOP
  while ((await isPostmaster(pid, places)) !== 'no') {
    if (performance.now() > until) throw new EmbeddedDatabaseError(`PostgreSQL (process ${pid}) takes long to stop.`)
    await delay(POLL)
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (fault) {
    absentOn('ESRCH')(fault) // it died this moment
  }
}
