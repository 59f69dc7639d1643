import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { appendFile, chmod, cp, mkdir, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import {
  chownRecursive,
  findPrograms,
  findServerUser,
  pathFromInside,
  runProgram,
  type SystemUser,
  spawnOptions,
} from '../../../../src/db/embedded/postgres.ts'
import { childrenOf, signal } from '../../processes/children.ts'
import { freePort } from '../../processes/free-port.ts'
import { at } from '../query.ts'

/*
 * A primary and its standbys: separate PostgreSQL servers, run with the programs that npm installs. A standby is a copy
 * of the stopped primary's folder, configured to follow the primary.
 */

/** A server of the cluster. */
interface Node {
  /** The address of the database `catalog` on this server. */
  readonly url: string
  readonly port: number
  readonly pid: number
  start(): Promise<void>
  /** Ends the server like a crash, and waits until it has ended. */
  kill(): Promise<void>
  stop(): Promise<void>
  /** Configures the server to follow `upstream` from its next start. */
  follow(upstream: Node): Promise<void>
  query(sql: string, values?: unknown[]): Promise<Record<string, unknown>[]>
}

interface Cluster {
  primary: Node
  standbys: Node[]
  /** Stops all servers, and deletes their folders. */
  close(): Promise<void>
}

interface Programs {
  /** The folder of PostgreSQL's programs. */
  binaries: string
  user: SystemUser | undefined
  settings: string[]
  password: string
}

/** Settings of all servers. */
const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'cluster_name=mod-list-catalog', // run-folder.ts recognizes the server by this name
  'shared_buffers=64MB',
  'wal_keep_size=512MB',
  'TimeZone=Asia/Kolkata', // so that times without a zone would be wrong
  'log_min_messages=log',
]
/** Settings that avoid waiting for the disk, because test data is not worth it. */
const QUICK = ['fsync=off', 'full_page_writes=off']

/** Starts a primary with an empty database `catalog`, and this number of standbys that follow it. */
export async function startCluster(standbys: number, more: readonly string[] = QUICK): Promise<Cluster> {
  const roots: string[] = []
  const user = await findServerUser(join(tmpdir(), 'none'))
  const password = randomBytes(12).toString('hex')
  const programs = { binaries: await findPrograms(user), user, settings: [...SETTINGS, ...more], password }
  const nodes: Node[] = []
  const close = async () => {
    for (const node of nodes) await node.kill()
    for (const root of roots) await rm(root, { recursive: true, force: true, maxRetries: 10 })
  }
  try {
    for (let each = 0; each <= standbys; each++) {
      const root = await mkdtemp(join(tmpdir(), 'catalog-node-')) // run-folder.ts looks here for servers that still run
      roots.push(root)
      await chmod(root, 0o755)
    }
    const folders = roots.map((root) => join(root, 'postgres'))
    const [first = ''] = folders
    await initialise(first, programs)
    for (const folder of folders) nodes.push(await nodeOf(folder, programs))
    const [primary, ...rest] = nodes
    if (primary === undefined) throw new Error('A cluster has a primary.')
    await primary.start()
    await onMaintenance(primary, 'CREATE DATABASE catalog')
    await primary.stop()
    for (const folder of folders.slice(1)) {
      await cp(first, folder, { recursive: true })
      if (user) await chownRecursive(folder, user)
    }
    await primary.start()
    for (const standby of rest) {
      await standby.follow(primary)
      await standby.start()
    }
    return { primary, standbys: rest, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function initialise(folder: string, { binaries, user, password }: Programs) {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, '..', 'password')
  await writeFile(file, password, { mode: 0o600 })
  if (user) await chownRecursive(join(folder, '..'), user)
  const where = ['-D', pathFromInside(folder, user), `--pwfile=${join('..', 'password')}`]
  const rest = ['-U', 'catalog', '--auth=scram-sha-256', '--no-sync', '--encoding=UTF8', '--locale=C']
  await runProgram(join(binaries, 'initdb'), [...where, ...rest], user, folder)
}

/** Servers to end when this program exits early, for example when a bench is stopped. */
const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const { pid } of running) if (pid !== undefined) signal(pid, 'SIGQUIT')
})

async function nodeOf(folder: string, { binaries, user, settings, password }: Programs): Promise<Node> {
  const port = await freePort()
  const url = `postgresql://catalog:${password}@127.0.0.1:${port}/catalog`
  let child: ChildProcess | undefined

  const ended = async () => {
    if (child !== undefined && child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    child = undefined
  }
  return {
    url,
    port,
    get pid() {
      return child?.pid ?? 0
    },

    async start() {
      const log = await open(join(folder, '..', 'log'), 'a')
      const options = ['-p', `${port}`, ...settings.flatMap((setting) => ['-c', setting])]
      child = spawn(join(binaries, 'postgres'), ['-D', pathFromInside(folder, user), ...options], {
        ...spawnOptions(user, folder),
        stdio: ['ignore', log.fd, log.fd],
      })
      const started = child
      running.add(started)
      started.once('exit', () => running.delete(started))
      await log.close()
      while (!(await isReady(url))) {
        if (child.exitCode !== null) throw new Error(await readFile(join(folder, '..', 'log'), 'utf8'))
        await delay(20)
      }
    },

    async kill() {
      const pid = child?.pid
      if (pid === undefined) return
      const all = [pid, ...childrenOf(pid)]
      for (const each of all) signal(each, 'SIGQUIT') // SIGKILL would leave shared memory behind
      await ended()
    },

    async stop() {
      if (child?.pid !== undefined) signal(child.pid, 'SIGINT')
      await ended()
    },

    async follow(upstream) {
      const { port, username, password } = new URL(upstream.url)
      const conninfo = `host=127.0.0.1 port=${port} user=${username} password=${password}`
      const lines = [`primary_conninfo = '${conninfo}'`, "recovery_target_timeline = 'latest'", 'hot_standby = on']
      await appendFile(join(folder, 'postgresql.auto.conf'), `${lines.join('\n')}\n`)
      await writeFile(join(folder, 'standby.signal'), '')
      if (user) await chownRecursive(folder, user)
    },

    query: (sql, values) => run(url, sql, values),
  }
}

async function isReady(url: string): Promise<boolean> {
  return onMaintenance({ url }, 'SELECT 1').then(
    () => true,
    () => false,
  )
}

const onMaintenance = ({ url }: Pick<Node, 'url'>, sql: string) => run(at(url, { database: 'postgres' }), sql)

/**
 * Like `query` of query.ts, for servers that can be frozen or killed: connecting has a deadline, closing is not
 * awaited, and a broken connection does not end the process.
 */
async function run(url: string, sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query(sql, values)).rows
  } finally {
    client.end().catch(() => {})
  }
}
