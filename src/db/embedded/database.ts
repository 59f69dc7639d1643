// The PostgreSQL that comes with the catalog.
//
// Problem: `npm ci && npm start` must be enough on a fresh machine, but PostgreSQL must be installed, initialized,
// started as the right user, stopped, and restarted after a crash.
// Approach: its programs come from npm. The first process that opens a data folder owns it, and runs PostgreSQL on it
// until the process ends. Other processes on the same machine join: they read the port from a file and connect. Locks of
// two files say whether an owner or its PostgreSQL still runs, also in other containers.
// Guarantee: one data folder never has two PostgreSQL servers. Writes are durable. If PostgreSQL is killed, the owner
// restarts it on the same port. If the owner is killed, its PostgreSQL stops, and the next start takes over. It works
// for root, and in folders that other users cannot enter. A data folder belongs to one machine.
// Tests: test/db/embedded/; under load test/faults/database/away.slow.test.ts. Reasons:
// docs/decisions/embedded-postgresql.md.

import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { findBinaries } from './binaries.ts'
import {
  type DataFolder,
  ensureCluster,
  openDataFolder,
  readPassword,
  requireCluster,
  type Setup,
  SUPERUSER,
} from './data-folder.ts'
import { EmbeddedDatabaseError, errorCode, explainFolderError } from './error.ts'
import { type Ownership, ownOrJoin } from './ownership.ts'
import { type Server, startServer } from './server.ts'
import { findServerUser } from './system-user.ts'

const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 5000
const DATABASE = 'catalog'
const INVALID_PASSWORD = '28P01'

export interface EmbeddedDatabase {
  /** Connection URL of the database `catalog`. It stays the same when PostgreSQL is restarted. */
  url: string
  /** Stops PostgreSQL, if this process owns the data folder. */
  release(): Promise<void>
}

export interface EmbeddedOptions {
  log?: (line: string) => void
  /** Whether writes are durable. Only false for data that may be lost. */
  fsync?: boolean
  /** Whether this process is a server, which others may join, or a command, whose end they wait for. */
  isServer?: boolean
  /** Called with a line for people when this process has to wait for the data folder. */
  onWait?: (line: string) => void
  /** Refuses a folder that has no database yet. */
  mustExist?: boolean
  /** Stops waiting for the data folder when aborted. */
  signal?: AbortSignal | undefined
}

/** Starts PostgreSQL on a data folder, or joins the server that already runs it. */
export async function openEmbeddedDatabase(dataDir: string, options: EmbeddedOptions = {}): Promise<EmbeddedDatabase> {
  const { log = () => {}, fsync = true, isServer = true, onWait = log, mustExist = false, signal } = options
  try {
    if (mustExist) await requireCluster(dataDir)
    const folder = await openDataFolder(dataDir)
    const found = await ownOrJoin(folder, { isServer, onWait, signal })
    if ('port' in found) {
      log(`Joined the server that owns the data folder ${folder.path}. Its database ends with that server.`)
      return { url: connectionUrl(found.port, await readPassword(folder)), release: async () => {} }
    }
    return await runServer(found, folder, { log, fsync, signal })
  } catch (error) {
    throw explainFolderError(error, dataDir)
  }
}

/** Starts PostgreSQL on a folder that this process owns, and restarts it until it is released. */
async function runServer(
  ownership: Ownership,
  folder: DataFolder,
  { log, fsync, signal }: Required<Pick<EmbeddedOptions, 'log' | 'fsync'>> & Pick<EmbeddedOptions, 'signal'>,
): Promise<EmbeddedDatabase> {
  let server: Server | undefined
  try {
    const user = await findServerUser(folder.cluster)
    const binaries = await findBinaries(user)
    const setup: Setup = { folder, binaries, user, fsync }
    await ensureCluster(setup)
    const password = await readPassword(folder)
    server = await startServer(setup, { isStale: ownership.wasKilled, signal })
    await ensureDatabase(server.port, password)
    await ownership.publish(server.port)
    log(`PostgreSQL ${binaries.major} runs on port ${server.port}, on the data in ${folder.cluster}.`)
    return { url: connectionUrl(server.port, password), release: supervise(setup, ownership, server, log) }
  } catch (error) {
    await server?.stop()
    await ownership.release()
    throw error
  }
}

/** Restarts the server whenever it ends. Returns the function that stops the server and this. */
function supervise(setup: Setup, ownership: Ownership, first: Server, log: (line: string) => void) {
  const { port } = first
  const stopping = new AbortController()
  const { signal } = stopping
  let current: Server | undefined = first
  let releasing: Promise<void> | undefined

  async function restart(): Promise<Server | undefined> {
    log(`PostgreSQL on port ${port} has ended. Restarting it.`)
    await ownership.publish(undefined).catch(() => {}) // if this fails, others find a port without a server
    for (let pause = FIRST_PAUSE_MS; !signal.aborted; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      try {
        const server = await startServer(setup, { port, isStale: true, signal })
        await ownership.publish(port).catch(() => {})
        log(`PostgreSQL on port ${port} runs again.`)
        return server
      } catch (error) {
        if (!signal.aborted) log(error instanceof Error ? error.message : String(error))
        await delay(pause, undefined, { signal }).catch(() => {})
      }
    }
  }

  async function supervising(): Promise<void> {
    while (current !== undefined) {
      await current.ended
      current = signal.aborted ? undefined : await restart()
      if (signal.aborted) await current?.stop()
    }
  }

  async function release(): Promise<void> {
    stopping.abort()
    await current?.stop()
    await running
    await ownership.release()
  }

  const running = supervising()
  return () => (releasing ??= release())
}

const connectionUrl = (port: number, password: string) =>
  `postgresql://${SUPERUSER}:${password}@127.0.0.1:${port}/${DATABASE}`

/** Creates the catalog's database in a new cluster, and checks the password. */
async function ensureDatabase(port: number, password: string): Promise<void> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: SUPERUSER, password, database: 'postgres', ssl: false })
  client.on('error', () => {}) // the query fails as well
  try {
    await client.connect()
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE])
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`)
  } catch (cause) {
    if (errorCode(cause) !== INVALID_PASSWORD) throw cause
    throw new EmbeddedDatabaseError(
      `The database server on port ${port} refuses the password in postgres.password. Restore that file.`,
      { cause },
    )
  } finally {
    await client.end().catch(() => {})
  }
}
