import { closeSync } from 'node:fs'
import { open, readFile, readlink, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import type { DataFolder } from './data-folder.ts'
import { EmbeddedDatabaseError, undefinedOn } from './error.ts'
import { openLocked } from './lock.ts'

// Who owns a data folder: the process that runs PostgreSQL on it. The owner holds the lock of `postgres.lock`. While it
// does, `postgres.address` says where it runs and on which port its PostgreSQL listens. The file is left behind only if
// the owner was killed.

/** How often the owner touches `postgres.address`, because some network file systems do not share locks. */
const BEAT_MS = 2000
/** How long another machine watches whether the owner touches the file. */
const WATCH_MS = 5 * BEAT_MS
const POLL_MS = 50
/** How often in a row the address of another container must be read, because a new owner replaces that of the last. */
const FOREIGN_POLLS = 10

/** The content of `postgres.address`. After a power failure, it may be missing. */
interface Address {
  pid: number
  host: string
  /** Differs between machines, and after each restart of a machine. */
  machine: string
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
  /** Whether the last owner was killed. If so, an existing postmaster.pid is stale once its PostgreSQL has ended. */
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
  await refuseOtherMachine(folder, here.machine, signal)
  let foreign = 0
  let hasSaid = false
  for (;;) {
    signal?.throwIfAborted()
    const lock = await openLocked(folder.lock)
    if (lock !== undefined) return own(folder, lock, { ...here, isServer })

    const owner = await readAddress(folder)
    if (owner !== undefined && (owner.machine !== here.machine || owner.network !== here.network)) {
      if (++foreign === FOREIGN_POLLS) throw foreignError(folder, owner)
    } else if (owner?.isServer && owner.port !== undefined) {
      return { port: owner.port }
    } else {
      foreign = 0
      if (owner?.isServer === false && !hasSaid) {
        onWait(`Waiting for a command (process ${owner.pid}) that is using the data folder ${folder.path}.`)
        hasSaid = true
      }
    }
    await delay(POLL_MS)
  }
}

async function own(folder: DataFolder, lock: number, place: Omit<Address, 'port'>): Promise<Ownership> {
  const { address } = folder
  let beat: NodeJS.Timeout | undefined
  const publish = async (port: number | undefined) => {
    await writeFile(`${address}.new`, JSON.stringify({ ...place, port }), { mode: 0o600 })
    await rename(`${address}.new`, address)
  }
  const release = async () => {
    clearInterval(beat)
    await rm(address, { force: true }).finally(() => closeSync(lock))
  }
  try {
    const wasKilled = (await readAddress(folder)) !== undefined
    await publish(undefined)
    beat = setInterval(() => {
      const now = new Date()
      utimes(address, now, now).catch(() => {}) // the disk may have become read-only
    }, BEAT_MS).unref()
    return { wasKilled, publish, release }
  } catch (error) {
    closeSync(lock)
    throw error
  }
}

async function readAddress({ address }: DataFolder): Promise<Address | undefined> {
  const text = await readFile(address, 'utf8').catch(undefinedOn('ENOENT'))
  if (text === undefined) return undefined
  try {
    return JSON.parse(text) as Address
  } catch {
    return { pid: 0, host: 'unknown', machine: '', network: '', isServer: true } // a power failure emptied the file
  }
}

/** Refuses a folder whose address another machine has written and still touches. */
async function refuseOtherMachine(folder: DataFolder, machine: string, signal: AbortSignal | undefined) {
  const isElsewhere = (address: Address | undefined) => address !== undefined && address.machine !== machine
  if (!isElsewhere(await readAddress(folder))) return
  const before = await touchedAt(folder)
  await delay(WATCH_MS, undefined, { signal }).catch(() => signal?.throwIfAborted())
  const [owner, after] = [await readAddress(folder), await touchedAt(folder)]
  if (owner !== undefined && isElsewhere(owner) && after !== before) throw foreignError(folder, owner)
}

/** Returns when the address was touched. Opens the file, so that NFS does not answer from a cache. */
async function touchedAt({ address }: DataFolder): Promise<number | undefined> {
  const file = await open(address).catch(undefinedOn('ENOENT'))
  return (await file?.stat().finally(() => file.close()))?.mtimeMs
}

function foreignError({ path }: DataFolder, { host, pid }: Address): EmbeddedDatabaseError {
  return new EmbeddedDatabaseError(
    `The data folder ${path} is used by a server on another machine or container (${host}, process ${pid}).\n` +
      'Stop that server, set DATA_DIR to another folder, or set DATABASE_URL to a PostgreSQL that both can reach.',
  )
}

/** Returns what identifies this process, its machine and its container. */
async function thisPlace() {
  const host = hostname()
  const machine = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => host)
  const network = await readlink('/proc/self/ns/net').catch(() => host)
  return { pid: process.pid, host, machine: machine.trim(), network }
}
