// The PostgreSQL that comes with the catalog. Problem: `npm ci && npm start` must be enough on a fresh machine, for
// root too, and two servers on one data folder would destroy it. Approach: its programs come from npm. The process that
// locks the data folder runs PostgreSQL, whose processes hold the lock too. Commands on the same machine read its
// address from the folder. Guarantee: one folder never has two PostgreSQL servers, also in two containers. Writes are
// durable. If the owner is killed, its PostgreSQL stops; if PostgreSQL is killed, the owner restarts it at the same
// port. Tests: test/db/embedded/, test/faults/database/away.slow.test.ts. Reasons:
// docs/decisions/embedded-postgresql.md.

import { closeSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import {
  type DataFolder,
  EmbeddedDatabaseError,
  explainFolderError,
  openDataFolder,
  openLocked,
  readOwner,
  writeOwner,
} from './folder.ts'
import { addressOf, ensureCluster, findPrograms, findServerUser, type Server, startServer } from './postgres.ts'

const POLL_MS = 100
/** Milliseconds before this process says that it waits, and before it gives up on an owner whose database does not answer. */
const [SAY_MS, GIVE_UP_MS] = [1_000, 5_000]
/** Pause before PostgreSQL is restarted. Its other processes need a moment to end. */
const RESTART_MS = 500
const CONNECT_MS = 5000

interface EmbeddedDatabase {
  /** Connection URL of the database `catalog`. It stays the same when PostgreSQL is restarted. */
  url: string
  /** Stops PostgreSQL, if this process owns the data folder. */
  release(): Promise<void>
}

interface EmbeddedOptions {
  log?: (line: string) => void
  /** Whether this process is a server, whose database commands may use, or a command, for whose end the others wait. */
  isServer?: boolean
  onWait?: (line: string) => void
  mustExist?: boolean
  signal?: AbortSignal | undefined
}

/** Starts PostgreSQL on a data folder, or lets a command use the database of the server that already runs it. */
export async function openEmbeddedDatabase(
  dataDir: string,
  { log = () => {}, isServer = true, onWait = log, mustExist = false, signal }: EmbeddedOptions = {},
): Promise<EmbeddedDatabase> {
  try {
    const folder = await openDataFolder(dataDir, mustExist)
    const start = performance.now()
    for (let hasSaid = false; ; ) {
      signal?.throwIfAborted()
      const lock = await openLocked(folder.lock)
      if (lock !== undefined) return await startOwned(folder, lock, isServer, log)

      const owner = await readOwner(folder)
      const isRunning = owner?.url !== undefined && (await connect(owner.url)) === undefined
      if (isRunning && !isServer) return { url: owner.url ?? '', release: async () => {} }
      // The database of a server that has just been killed or restarts it does not answer for a moment.
      const waited = performance.now() - start
      if (isRunning || (owner?.url !== undefined && waited > GIVE_UP_MS)) throw isUsed(folder, owner)
      if (!hasSaid && waited > SAY_MS)
        onWait(`Waiting for process ${owner?.pid}, which uses the data folder ${folder.path}.`)
      hasSaid ||= waited > SAY_MS
      await delay(POLL_MS)
    }
  } catch (error) {
    throw explainFolderError(error, dataDir)
  }
}

function isUsed({ path }: DataFolder, { host, pid }: { host: string; pid: number }): EmbeddedDatabaseError {
  return new EmbeddedDatabaseError(
    `The data folder ${path} is used by a server (${host}, process ${pid}).\n` +
      'Stop that server, set DATA_DIR to another folder, or set DATABASE_URL to a PostgreSQL that both can reach.',
  )
}

async function connect(connectionString: string): Promise<unknown> {
  const client = new pg.Client({ connectionString, ssl: false, connectionTimeoutMillis: CONNECT_MS })
  client.on('error', () => {})
  return client.connect().then(
    () => client.end(),
    (error: unknown) => error,
  )
}

async function startOwned(
  folder: DataFolder,
  lock: number,
  isServer: boolean,
  log: (line: string) => void,
): Promise<EmbeddedDatabase> {
  const unlock = () => rm(folder.address, { force: true }).finally(() => closeSync(lock))
  let server: Server | undefined
  try {
    // If the last owner was killed, its postmaster.pid is stale, as the lock proves. PostgreSQL would mistake any
    // process with that id for another server.
    const killed = await readOwner(folder)
    if (killed) await rm(join(folder.cluster, 'postmaster.pid'), { force: true })
    await writeOwner(folder)

    const user = await findServerUser(folder.cluster)
    const setup = { folder, programs: await findPrograms(user), user, lock }
    await ensureCluster(setup)
    // After a crash PostgreSQL has its port again if it is free, so that its clients find it.
    const last = killed?.url === undefined ? undefined : Number(new URL(killed.url).port)
    server = await startServer(setup, { first: last })
    const { port } = server
    const url = await addressOf(folder, port)
    const cause = await connect(url)
    if (cause instanceof pg.DatabaseError && cause.code === '28P01') {
      const message = `The database server on port ${port} refuses the password in ${folder.password}. Restore that file.`
      throw new EmbeddedDatabaseError(message, { cause })
    }
    if (isServer) await writeOwner(folder, url)
    log(`PostgreSQL runs on port ${port}, on the data in ${folder.cluster}.`)
    const stop = supervise(server, () => startServer(setup, { only: port }), log)
    let releasing: Promise<void> | undefined
    return { url, release: () => (releasing ??= stop().then(unlock)) }
  } catch (error) {
    await server?.stop()
    await unlock()
    throw error
  }
}

/** Restarts PostgreSQL whenever it ends. Returns the function that stops it for good. */
function supervise(first: Server, restart: () => Promise<Server>, log: (line: string) => void): () => Promise<void> {
  const stopping = new AbortController()
  let server = first
  const run = async () => {
    for (;;) {
      await server.ended
      await delay(RESTART_MS, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return
      log(`PostgreSQL on port ${first.port} has ended. Restarting it.`)
      try {
        server = await restart()
        log(`PostgreSQL on port ${first.port} runs again.`)
      } catch (error) {
        log(error instanceof Error ? error.message : String(error))
      }
    }
  }
  const running = run()
  return async () => {
    stopping.abort()
    await server.stop()
    await running
    await server.stop() // a start that was running has completed
  }
}
