// The PostgreSQL that comes with the catalog.
//
// Problem: `npm ci && npm start` must be enough on a fresh machine, but PostgreSQL must be installed, initialized,
// started as the right user, stopped, and restarted after a crash.
// Approach: its programs come from npm. The first process that opens a data folder owns it, and runs PostgreSQL on it
// until the process ends. Other processes on the same machine join: they read the port from a file and connect. The
// owner and all processes of its PostgreSQL hold one lock, also for other containers.
// Guarantee: one data folder never has two PostgreSQL servers. Writes are durable. If PostgreSQL is killed, the owner
// restarts it on the same port. If the owner is killed, its PostgreSQL stops, and the next start takes over. It works
// for root, and in folders that other users cannot enter.
// Tests: test/db/embedded/; under load test/faults/database/away.slow.test.ts. Reasons:
// docs/decisions/embedded-postgresql.md.

import { closeSync } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findBinaries } from './binaries.ts'
import { type DataFolder, ensureCluster, openDataFolder, requireCluster, type Setup } from './data-folder.ts'
import { EmbeddedDatabaseError, explainFolderError, undefinedOn } from './error.ts'
import { openLocked } from './lock.ts'
import { outdatedLine } from './newest.ts'
import { type Owner, ownedElsewhere, readOwner, thisProcess, writeOwner } from './owner.ts'
import { openCatalogDatabase } from './role.ts'
import { type Server, startServer } from './server.ts'
import { findServerUser } from './system-user.ts'

const POLL_MS = 50
/** Polls before this process says that it waits, or refuses an owner elsewhere, whose address may be outdated. */
const PATIENCE = 20
/** Pause before PostgreSQL is restarted. Its other processes need a moment to end. */
const RESTART_MS = 500
/** Number of failed restarts in a row after which the pause is longer, because each adds lines to the log. */
const MAX_QUICK_RESTARTS = 20
const LONG_PAUSE_MS = 5000

interface EmbeddedDatabase {
  /** Connection URL of the database `catalog`. It stays the same when PostgreSQL is restarted. */
  url: string
  /** Stops PostgreSQL, if this process owns the data folder. */
  release(): Promise<void>
}

interface EmbeddedOptions {
  log?: (line: string) => void
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
export async function openEmbeddedDatabase(
  dataDir: string,
  { log = () => {}, isServer = true, onWait = log, mustExist = false, signal }: EmbeddedOptions = {},
): Promise<EmbeddedDatabase> {
  try {
    if (mustExist) await requireCluster(dataDir)
    const folder = await openDataFolder(dataDir)
    const self = await thisProcess()
    for (let polls = 1; ; polls++) {
      signal?.throwIfAborted()
      const lock = await openLocked(folder.lock)
      if (lock !== undefined) return await own(folder, lock, { self, isServer, log })

      const owner = await readOwner(folder)
      const isHere = owner?.place === self.place
      if (isHere && owner.port !== undefined) {
        const url = await openCatalogDatabase(folder, owner.port).catch(unlessExplained) // its PostgreSQL may just restart or stop
        if (url !== undefined) {
          log(`Joined the server that owns the data folder ${folder.path}. Its database ends with that server.`)
          return { url, release: async () => {} }
        }
      }
      if (owner !== undefined && !isHere && polls >= PATIENCE) throw ownedElsewhere(folder, owner)
      if (polls === PATIENCE) onWait(`Waiting for process ${owner?.pid}, which uses the data folder ${folder.path}.`)
      await delay(POLL_MS)
    }
  } catch (error) {
    throw explainFolderError(error, dataDir)
  }
}

function unlessExplained(error: unknown): undefined {
  if (error instanceof EmbeddedDatabaseError) throw error
}

/** Starts PostgreSQL on a folder that this process has locked. */
async function own(
  folder: DataFolder,
  lock: number,
  { self, isServer, log }: { self: Owner; isServer: boolean; log: (line: string) => void },
): Promise<EmbeddedDatabase> {
  const unlock = () => rm(folder.address, { force: true }).finally(() => closeSync(lock))
  let server: Server | undefined
  try {
    // If the last owner was killed, its postmaster.pid is stale: the lock proves that its PostgreSQL has ended, too.
    // PostgreSQL would mistake any process that has the id in this file now for another server.
    const wasKilled = await stat(folder.address).catch(undefinedOn('ENOENT'))
    if (wasKilled) await rm(join(folder.cluster, 'postmaster.pid'), { force: true })
    await writeOwner(folder, self)

    const user = await findServerUser(folder.cluster)
    const setup: Setup = { folder, binaries: await findBinaries(user), user, lock }
    await ensureCluster(setup)
    server = await startServer(setup)
    const url = await openCatalogDatabase(folder, server.port)
    if (isServer) await writeOwner(folder, { ...self, port: server.port })
    log(`PostgreSQL runs on port ${server.port}, on the data in ${folder.cluster}.`)
    const outdated = isServer ? outdatedLine(setup.binaries.version) : undefined
    if (outdated !== undefined) log(outdated)
    const stop = supervise(setup, server, log)
    let releasing: Promise<void> | undefined
    return { url, release: () => (releasing ??= stop().then(unlock)) }
  } catch (error) {
    await server?.stop()
    await unlock()
    throw error
  }
}

/** Restarts PostgreSQL whenever it ends. Returns the function that stops it for good. */
function supervise(setup: Setup, first: Server, log: (line: string) => void): () => Promise<void> {
  const { port } = first
  const stopping = new AbortController()
  const { signal } = stopping
  let server = first

  async function run(): Promise<void> {
    let failures = 0
    while (!signal.aborted) {
      await server.ended
      const pause = failures < MAX_QUICK_RESTARTS ? RESTART_MS : LONG_PAUSE_MS
      await delay(pause, undefined, { signal }).catch(() => {})
      if (signal.aborted) return
      log(`PostgreSQL on port ${port} has ended. Restarting it.`)
      try {
        server = await startServer(setup, port)
        failures = 0
        log(`PostgreSQL on port ${port} runs again.`)
      } catch (error) {
        failures++
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
