// The PostgreSQL that the catalog brings along.
//
// Problem: `npm ci && npm start` has to be enough on a fresh machine, and PostgreSQL is a server that somebody has to
// install, initialise, start under the right user, stop, and start again after a crash.
// Idea: its real programs come from npm. Under DATA_DIR lie a cluster, its log and its password. Whoever needs the
// database takes the interprocess lock of the folder, joins the server that runs there or starts it, and keeps a lease on
// it, which is an idle connection; who gives up the last lease stops the server. What is running is never remembered,
// but found out by postmaster.pid, the processes of the system and the connections of the server.
// Promise: any number of servers and commands share one folder and one PostgreSQL, whoever starts first. Writes are
// durable. It works for root too, also in folders that are closed to other users. When one of us is killed, the next
// one takes over; when PostgreSQL is killed, whoever has a lease brings it back at the same address.
// Tests: test/db/embedded/; under load test/faults/database/away.drill.ts. Measured by
// `npm run bench -- start`. Why it is so: docs/decisions/embedded-postgresql.md.

import { setTimeout as delay } from 'node:timers/promises'
import { findBinaries } from './binaries.ts'
import { ensureCluster, openDataFolder } from './data-folder.ts'
import { explainFolderError } from './error.ts'
import { withInterprocessLock } from './interprocess-lock.ts'
import { connectionUrl, ensureDatabase } from './lease.ts'
import { joinOrStartServer, leaveServer, type Server, type ServerSetup } from './server.ts'
import { findServerUser } from './system-user.ts'

const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 5000

export interface EmbeddedDatabase {
  /** Connection URL of the database `catalog`. It stays valid when the server has to be restarted. */
  url: string
  /** Gives up the lease; the last one stops the server in good order. */
  release(): Promise<void>
}

export interface EmbeddedOptions {
  log?: (line: string) => void
  /** Off only for data that nobody will miss. */
  fsync?: boolean
}

/** Joins the PostgreSQL server that runs on `dataDir`, or initialises and starts one. */
export async function openEmbeddedDatabase(dataDir: string, options: EmbeddedOptions = {}): Promise<EmbeddedDatabase> {
  const { log = () => {}, fsync = true } = options
  try {
    const folder = await openDataFolder(dataDir)
    const [setup, server] = await withInterprocessLock(folder.path, async () => {
      const user = await findServerUser(folder.cluster)
      const binaries = await findBinaries(user)
      const password = await ensureCluster(folder, binaries, user, fsync)
      const setup: ServerSetup = { folder, binaries, user, password, fsync }
      const server = await joinOrStartServer(setup)
      await ensureDatabase(server.lease).catch(async (error) => {
        await leaveServer(setup, server)
        throw error
      })
      return [setup, server] as const
    })
    log(`PostgreSQL ${setup.binaries.major} runs on port ${server.port}, on the data in ${folder.cluster}.`)
    return supervise(setup, server, log)
  } catch (error) {
    throw explainFolderError(error, dataDir)
  }
}

/** Restarts the server whenever it is lost, until it is released. Whoever has a lease tries, and the first one does it. */
function supervise(setup: ServerSetup, first: Server, log: (line: string) => void): EmbeddedDatabase {
  const { port } = first
  const { path } = setup.folder
  const released = new AbortController()
  let current: Server | undefined
  let restarting: Promise<void> = Promise.resolve()
  let releasing: Promise<void> | undefined

  function watch(server: Server) {
    current = server
    server.lease.ended.then(() => {
      current = undefined
      if (!released.signal.aborted) restarting = restart()
    })
  }

  async function restart(): Promise<void> {
    log(`PostgreSQL on port ${port} is gone; bringing it back.`)
    for (let pause = FIRST_PAUSE_MS; !released.signal.aborted; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      try {
        watch(await withInterprocessLock(path, () => joinOrStartServer(setup, port, released.signal)))
        return log(`PostgreSQL on port ${port} is back.`)
      } catch (error) {
        if (released.signal.aborted) return
        log(error instanceof Error ? error.message : String(error))
        await delay(pause, undefined, { signal: released.signal }).catch(() => {})
      }
    }
  }

  async function release(): Promise<void> {
    released.abort()
    await restarting
    await withInterprocessLock(path, async () => {
      if (current) await leaveServer(setup, current)
    })
  }

  watch(first)
  return { url: connectionUrl(port, setup.password), release: () => (releasing ??= release()) }
}
