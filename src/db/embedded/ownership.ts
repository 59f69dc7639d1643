import { open, readFile, readlink, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import type { DataFolder } from './data-folder.ts'
import { EmbeddedDatabaseError, undefinedOn } from './error.ts'
import { killLeftovers } from './leftovers.ts'
import { type Lock, tryLock } from './lock.ts'

// Who owns a data folder: the process that runs PostgreSQL on it.
//
// The owner holds the lock `postgres.owner`. PostgreSQL and initdb inherit the lock `postgres.running`, so it is held
// until the last of their processes has ended, even if the owner was killed. The file `postgres.address` says where the
// owner runs and on which port its PostgreSQL listens.

/** How often the owner touches `postgres.address`. Other machines that share the folder can't see its locks. */
const BEAT_MS = 2000
/** How long another machine watches whether the owner touches the file. */
const WATCH_MS = 5 * BEAT_MS
/** How long PostgreSQL may take to end after its owner was killed: until it is killed, and until the start gives up. */
const LEFTOVERS_MS = 5000
const GIVE_UP_MS = 60_000
const POLL_MS = 20

/** The content of `postgres.address`. */
interface Address {
  pid: number
  host: string
  /** Differs between machines, and after each restart of a machine. */
  boot: string
  /** Differs between containers that do not share 127.0.0.1. */
  network: string
  /** Whether the owner is a server. Others do not join a command, because it ends too soon. */
  isServer: boolean
  /** The port of PostgreSQL. Undefined while it does not accept connections. */
  port?: number | undefined
}

export interface OwnershipOptions {
  isServer: boolean
  onWait: (line: string) => void
  signal?: AbortSignal | undefined
}

export interface Ownership {
  /** The lock that PostgreSQL and initdb must inherit. */
  running: Lock
  /** Whether the last owner was killed. If so, an existing postmaster.pid is stale. */
  wasKilled: boolean
  /** Tells other processes on this machine the port, or undefined if PostgreSQL does not accept connections. */
  publish(port: number | undefined): Promise<void>
  release(): Promise<void>
}

/**
 * Takes ownership of the data folder, or returns the port of the server that owns it. Waits while a command owns it.
 */
export async function ownOrJoin(folder: DataFolder, options: OwnershipOptions): Promise<Ownership | { port: number }> {
  const { isServer, onWait, signal } = options
  const here = await thisPlace()
  let foreigner: number | undefined
  let hasSaid = false
  for (;;) {
    signal?.throwIfAborted()
    const lock = await tryLock(folder.path, 'postgres.owner')
    if (lock) return own(folder, lock, { ...here, isServer }, signal)

    const owner = await readAddress(folder)
    const isForeign = owner !== undefined && owner.boot === here.boot && owner.network !== here.network
    if (isForeign && foreigner === owner.pid) throw foreignError(folder, owner)
    // Checks twice, because a new owner may not have replaced the last owner's file yet.
    foreigner = isForeign ? owner.pid : undefined
    if (owner?.isServer && owner.port !== undefined && !isForeign) return { port: owner.port }
    if (owner?.isServer === false && !isForeign && !hasSaid) {
      onWait(`Waiting for a command (process ${owner.pid}) that is using the data folder ${folder.path}.`)
      hasSaid = true
    }
    await delay(isForeign ? 500 : POLL_MS + Math.random() * POLL_MS)
  }
}

async function own(
  folder: DataFolder,
  lock: Lock,
  place: Omit<Address, 'pid' | 'port'>,
  signal: AbortSignal | undefined,
): Promise<Ownership> {
  const { address } = folder
  try {
    const last = await readAddress(folder)
    if (last && last.boot !== place.boot && (await isTouched(address, signal))) throw foreignError(folder, last)
    const publish = async (port: number | undefined) => {
      const content: Address = { pid: process.pid, ...place, port }
      await writeFile(`${address}.new`, `${JSON.stringify(content)}\n`, { mode: 0o600 })
      await rename(`${address}.new`, address)
    }
    await publish(undefined)
    const running = await lockRunning(folder, signal)
    const beat = setInterval(() => {
      const now = new Date()
      utimes(address, now, now).catch(() => {}) // the disk may have become read-only
    }, BEAT_MS).unref()
    const release = async () => {
      clearInterval(beat)
      await rm(address, { force: true })
      await running.release()
      await lock.release()
    }
    return { running, wasKilled: last !== undefined, publish, release }
  } catch (error) {
    await lock.release()
    throw error
  }
}

/** Takes the lock that PostgreSQL inherits, after all processes that a killed owner left behind have ended. */
async function lockRunning(folder: DataFolder, signal: AbortSignal | undefined): Promise<Lock> {
  const began = performance.now()
  for (;;) {
    signal?.throwIfAborted()
    const lock = await tryLock(folder.path, 'postgres.running')
    if (lock) return lock
    const elapsed = performance.now() - began
    if (elapsed > LEFTOVERS_MS) await killLeftovers(folder.cluster, { postmaster: true })
    if (elapsed > GIVE_UP_MS) {
      throw new EmbeddedDatabaseError(
        `PostgreSQL is still running on ${folder.cluster}, although the server that started it has ended.\n` +
          'If that server ran in another container, stop the container. Otherwise stop that PostgreSQL, and try again.',
      )
    }
    await delay(POLL_MS)
  }
}

async function readAddress({ address }: DataFolder): Promise<Address | undefined> {
  const text = await readFile(address, 'utf8').catch(undefinedOn('ENOENT'))
  if (text === undefined) return undefined
  try {
    return JSON.parse(text) as Address
  } catch {
    return { pid: 0, host: 'unknown', boot: '', network: '', isServer: true } // a power failure emptied the file
  }
}

/** Whether the file is touched within WATCH_MS. Opens it each time, so that NFS does not answer from a cache. */
async function isTouched(path: string, signal: AbortSignal | undefined): Promise<boolean> {
  const modified = async () => {
    const file = await open(path).catch(undefinedOn('ENOENT'))
    return file?.stat().finally(() => file.close())
  }
  const before = await modified()
  await delay(WATCH_MS, undefined, { signal }).catch(() => signal?.throwIfAborted())
  const after = await modified()
  return after !== undefined && after.mtimeMs !== before?.mtimeMs
}

function foreignError({ path }: DataFolder, { host, pid }: Address): EmbeddedDatabaseError {
  return new EmbeddedDatabaseError(
    `The data folder ${path} is used by a server on another machine or container (${host}, process ${pid}).\n` +
      'Stop that server, set DATA_DIR to another folder, or set DATABASE_URL to a PostgreSQL that both can reach.',
  )
}

/** Returns what identifies this machine and container. */
async function thisPlace() {
  const host = hostname()
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => host)
  const network = await readlink('/proc/self/ns/net').catch(() => host)
  return { host, boot: boot.trim(), network }
}
