import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { openEmbeddedDatabase } from '../../src/db/embedded/database.ts'
import { asSuperuser, at, query } from '../../test/support/database/query.ts'
import { childrenOf, statOf } from '../../test/support/processes/children.ts'
import { freePort } from '../../test/support/processes/free-port.ts'
import { type Fill, fillDatabase } from './data.ts'
import { progress } from './report.ts'

export interface Server {
  url: string
  pid: number
}

/** A version of the catalog with its own database. */
export interface Version {
  database: string
  /** The server as people run it. */
  server: Server
  /** A server of the same database that caches nothing. */
  uncached: Server
}

export interface Machine {
  /** The process id of PostgreSQL, whose children run the queries. */
  postgres: number
  /** Migrates and fills a new database with the built version in a folder, this one by default, and starts two servers on it. */
  version(fill: Fill, folder?: string): Promise<Version>
  /** Stops all servers of the bench, then PostgreSQL. */
  close(): Promise<void>
}

const THIS = fileURLToPath(new URL('../..', import.meta.url))

/** Starts a temporary PostgreSQL with production settings, including fsync. */
export async function startMachine(): Promise<Machine> {
  const folder = await mkdtemp(join(tmpdir(), 'mod-list-catalog-bench-'))
  const server = await openEmbeddedDatabase(folder)
  const address = await asSuperuser(server.url, folder)
  const [row] = await query(address, `SELECT pg_read_file('postmaster.pid') AS text`)
  let databases = 0
  return {
    postgres: Number(String(row?.text).split('\n')[0]),
    version: async (fill, version = THIS) => {
      progress(`filling ${version} with ${fill.lists} lists`)
      const name = `bench_${++databases}`
      await query(address, `CREATE DATABASE ${name}`)
      const database = at(address, { database: name })
      const environment = { ...process.env, DATABASE_URL: database }
      execFileSync(process.execPath, [join(version, 'dist/cli.js'), 'migrate'], { env: environment, stdio: 'ignore' })
      await (await fillerOf(version))(database, fill)
      return {
        database,
        server: await startCatalog(version, { DATABASE_URL: database }),
        uncached: await startCatalog(version, { DATABASE_URL: database, CACHE_BYTES: '0' }),
      }
    },
    close: async () => {
      await Promise.all(Array.from(running, stop))
      await server.release()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Returns the function that fills the tables of a version, from that version if it has one. */
async function fillerOf(folder: string): Promise<typeof fillDatabase> {
  const path = join(resolve(folder), 'bench/support/data.ts')
  if (!existsSync(path)) return fillDatabase
  return ((await import(pathToFileURL(path).href)) as { fillDatabase: typeof fillDatabase }).fillDatabase
}

/** Starts a built server with production settings, except for the limits on one address. */
const startCatalog = (folder: string, environment: NodeJS.ProcessEnv) =>
  startProcess([join(resolve(folder), 'dist/server.js')], '/v1/games', {
    WRITE_RATE_LIMIT: '1000000000',
    ANONYMOUS_DAILY_LISTS: '0',
    ANONYMOUS_DAILY_BYTES: '0',
    ...environment,
  })

/** Starts a bare server of this folder: `floor` or `sql`. */
export const startBare = (name: string, environment: NodeJS.ProcessEnv): Promise<Server> =>
  startProcess(['--import', 'tsx', fileURLToPath(new URL(`./${name}.ts`, import.meta.url))], '/ready', environment)

/** The started processes, which are killed when the bench fails. */
const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** Starts a Node process and waits until it answers. It gets only the settings in `environment`. */
async function startProcess(args: string[], probe: string, environment: NodeJS.ProcessEnv): Promise<Server> {
  const port = await freePort()
  const child = spawn(process.execPath, args, {
    cwd: args[0] === '--import' ? THIS : tmpdir(), // a folder without an .env file
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...environment, PORT: String(port), HOST: '127.0.0.1' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  const url = `http://127.0.0.1:${port}`
  while (!(await answers(url + probe))) {
    if (child.exitCode !== null) throw new Error(`The server of the bench ended: ${args.join(' ')}`)
    await new Promise((done) => setTimeout(done, 20))
  }
  return { url, pid: child.pid ?? 0 }
}

const answers = (url: string) =>
  fetch(url).then(
    async (response) => {
      await response.arrayBuffer()
      return response.ok
    },
    () => false,
  )

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

/** Clock ticks per second on Linux. */
const TICKS = 100

/** Returns the processor seconds that a process and its children have used, including those that have ended. */
export const cpuSeconds = (pid: number): number =>
  ticksOf(pid, 11, 12, 13, 14) + childrenOf(pid).reduce((sum, child) => sum + ticksOf(child, 11, 12), 0)

/** Returns the sum of fields of /proc/PID/stat, in seconds. */
const ticksOf = (pid: number, ...fields: number[]) => {
  const stat = statOf(pid)
  return stat === undefined ? 0 : fields.reduce((sum, field) => sum + Number(stat[field]), 0) / TICKS
}
