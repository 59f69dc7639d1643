import { setTimeout as delay } from 'node:timers/promises'
import { serverAccount } from './account.ts'
import { findBinaries } from './binaries.ts'
import { explained } from './error.ts'
import { ensureCluster, placesOf } from './files.ts'
import { ensureDatabase, urlOf } from './lease.ts'
import { withLock } from './lock.ts'
import { ensureServer, leaveServer, type Server, type Setup } from './server.ts'

const LONGEST_PAUSE = 5000

export interface EmbeddedDatabase {
  /** Connection URL of the database `catalog`. It stays valid when the server has to be brought back. */
  url: string
  /** Lets go of the database; the last one out stops it cleanly. */
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
    const places = await placesOf(dataDir)
    const [setup, server] = await withLock(places.folder, async () => {
      const account = await serverAccount(places.cluster)
      const binaries = await findBinaries(account)
      const password = await ensureCluster(places, binaries, account, fsync)
      const setup: Setup = { places, binaries, account, password, fsync }
      const server = await ensureServer(setup)
      await ensureDatabase(server.presence).catch(async (fault) => {
        await leaveServer(setup, server)
        throw fault
      })
      return [setup, server] as const
    })
    log(`PostgreSQL ${setup.binaries.major} runs on port ${server.port}, on the data in ${places.cluster}.`)
    return hold(setup, server, log)
  } catch (fault) {
    throw explained(fault, dataDir)
  }
}

/** Keeps the server alive until it is let go of. */
function hold(setup: Setup, server: Server, log: (line: string) => void): EmbeddedDatabase {
  const { port } = server
  const { folder } = setup.places
  const released = new AbortController()
  let current: Server | undefined
  let recovery: Promise<void> = Promise.resolve()
  let release: Promise<void> | undefined

  function watch(joined: Server) {
    current = joined
    joined.presence.gone.then(() => {
      current = undefined
      if (!released.signal.aborted) recovery = recover()
    })
  }

  async function recover(): Promise<void> {
    log(`PostgreSQL on port ${port} is gone; bringing it back.`)
    for (let pause = 100; !released.signal.aborted; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
      try {
        watch(await withLock(folder, () => ensureServer(setup, port, released.signal)))
        return log(`PostgreSQL on port ${port} is back.`)
      } catch (fault) {
        if (released.signal.aborted) return
        log(fault instanceof Error ? fault.message : String(fault))
        await delay(pause, undefined, { signal: released.signal }).catch(() => {})
      }
    }
  }

  async function letGo(): Promise<void> {
    released.abort()
    await recovery
    await withLock(folder, async () => {
      if (current) await leaveServer(setup, current)
    })
  }

  watch(server)
  return { url: urlOf(port, setup.password), release: () => (release ??= letGo()) }
}
