import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { chown, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { parse, stringify } from 'yaml'
import { findServerUser, type SystemUser } from '../../../src/db/embedded/system-user.ts'
import { query } from '../database/query.ts'
import { signal } from '../processes/children.ts'
import { freePort } from '../processes/free-port.ts'
import { startCommand, succeeds } from '../processes/programs.ts'
import { endServer } from '../processes/run-folder.ts'

// The cluster of docs/scale.md on one machine: etcd, three Patroni nodes with PostgreSQL, and HAProxy, configured by
// the files in deploy/ with other addresses and folders.

const DEBIAN = '/usr/lib/postgresql'

/** The programs of the newest PostgreSQL that is installed by Debian's packages. Patroni runs them. */
const binaries = existsSync(DEBIAN)
  ? readdirSync(DEBIAN)
      .sort((one, other) => Number(other) - Number(one))
      .map((version) => join(DEBIAN, version, 'bin'))
      .find((folder) => existsSync(join(folder, 'pg_rewind')))
  : undefined

const hasProgram = (name: string) => spawnSync('sh', ['-c', `command -v ${name}`]).status === 0

/** Programs that a cluster needs and that are not installed. */
export const missingPrograms = [
  ...['patroni', 'haproxy', 'etcd'].filter((name) => !hasProgram(name)),
  ...(binaries === undefined ? ['postgres'] : []),
]

interface ClusterNode {
  name: string
  /** Port of the node's PostgreSQL, without HAProxy. */
  port: number
  /** Address of the REST API of the node's Patroni. */
  rest: string
  start(): void
  /** All processes of the node, Patroni first. */
  pids(): number[]
  /** The processes that send the write-ahead log to standbys, if the node is the primary. */
  senders(): number[]
  log(): string
}

export interface Cluster {
  /** Address of the catalog's database, through HAProxy. */
  url: string
  leader(): Promise<ClusterNode>
  /** Waits until all nodes run, with a leader and a synchronous standby. */
  whole(): Promise<void>
  /** Makes another node the leader. */
  switchOver(): Promise<void>
}

interface Member {
  name: string
  role: string
  state: string
}

const deployed = (name: string) => readFile(new URL(`../../../deploy/${name}`, import.meta.url), 'utf8')

export async function startCluster(): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'cluster-'))
  const user = await findServerUser(folder)
  if (user !== undefined) await chown(folder, user.uid, user.gid)
  const etcd = await startEtcd(folder, user)
  const nodes = await Promise.all(['db1', 'db2', 'db3'].map((name) => makeNode(name, etcd, user)))
  const proxy = await startProxy(folder, nodes, user)
  for (const node of nodes) node.start()

  const members = async () => {
    const answers = nodes.map(({ rest }) => fetch(`${rest}/cluster`, { signal: AbortSignal.timeout(1_000) }))
    const first = await Promise.any(answers).catch(() => null)
    return first === null ? [] : ((await first.json()) as { members: Member[] }).members
  }
  const leader = async () => {
    const name = (await members()).find(({ role }) => role === 'leader')?.name
    return nodes.find((node) => node.name === name) ?? Promise.reject(new Error('The cluster has no leader.'))
  }
  const states = async () =>
    (await members()).map(({ role, state }) => `${role} ${state.replace('streaming', 'running')}`).sort()
  const whole = () =>
    expect
      .poll(states, { timeout: 120_000, interval: 200 })
      .toEqual(['leader running', 'replica running', 'sync_standby running'])
      .catch((error) => {
        for (const { name, log } of nodes) process.stdout.write(`${name}: ${log().slice(-4_000)}\n`)
        throw error
      })
  await whole()

  const first = await leader()
  const { password } = (await settings()).postgresql.authentication.superuser
  const admin = `postgresql://postgres:${password}@127.0.0.1:${first.port}/postgres`
  await query(admin, "CREATE ROLE catalog LOGIN PASSWORD 'catalog'")
  await query(admin, 'CREATE DATABASE catalog OWNER catalog')
  return {
    url: `postgresql://catalog:catalog@127.0.0.1:${proxy}/catalog`,
    leader,
    whole,
    async switchOver() {
      const { name, rest } = await leader()
      const body = JSON.stringify({ leader: name })
      const { username, password } = (await settings()).restapi.authentication
      const Authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
      const { status } = await fetch(`${rest}/switchover`, { method: 'POST', body, headers: { Authorization } })
      expect(status).toBe(200)
    },
  }
}

/** Sends a signal to processes. Processes that have ended are ignored. */
export function signalAll(pids: number[], name: NodeJS.Signals) {
  for (const pid of pids) signal(pid, name)
}

async function startEtcd(folder: string, user: SystemUser | undefined): Promise<string> {
  const client = `http://127.0.0.1:${await freePort()}`
  const peer = `http://127.0.0.1:${await freePort()}`
  const words = ['etcd', '--data-dir', join(folder, 'etcd'), '--logger', 'zap', '--log-level', 'error']
  const own = ['--listen-client-urls', client, '--advertise-client-urls', client]
  const others = ['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer]
  startCommand([...words, ...own, ...others, '--initial-cluster', `default=${peer}`], {}, 'ignore', {
    ...user,
    cwd: folder,
  })
  await expect.poll(() => succeeds(`${client}/health`), { timeout: 30_000 }).toBe(true)
  return new URL(client).host
}

const settings = async () => parse(await deployed('patroni.yml'))

async function makeNode(name: string, etcd: string, user: SystemUser | undefined): Promise<ClusterNode> {
  const folder = await mkdtemp(join(tmpdir(), `${name}-`))
  const data = join(folder, 'postgres')
  if (user !== undefined) await chown(folder, user.uid, user.gid)
  const [port, rest] = [await freePort(), await freePort()]
  const file = await settings()
  Object.assign(file, { name, etcd3: { hosts: [etcd] } })
  Object.assign(file.restapi, { listen: `127.0.0.1:${rest}`, connect_address: `127.0.0.1:${rest}` })
  const address = `127.0.0.1:${port}`
  Object.assign(file.postgresql, {
    listen: `0.0.0.0:${port}`,
    connect_address: address,
    data_dir: data,
    bin_dir: binaries,
  })
  file.postgresql.pgpass = join(folder, 'pgpass')
  file.postgresql.parameters.unix_socket_directories = folder
  // All nodes have the address of this machine. The other lines of the file already allow all other connections.
  file.postgresql.pg_hba = file.postgresql.pg_hba.map((line: string) =>
    line.startsWith('host replication') ? line.replace('10.0.0.0/24', '127.0.0.1/32') : line,
  )
  const path = join(folder, 'patroni.yml')
  await writeFile(path, stringify(file))
  let patroni: ReturnType<typeof startCommand> | undefined
  const running = () => pidsIn(data)
  onTestFinished(async () => {
    patroni?.child.kill('SIGKILL')
    signalAll(running(), 'SIGCONT')
    await endServer(data)
  })
  return {
    name,
    port,
    rest: `http://127.0.0.1:${rest}`,
    start() {
      const words = ['sh', '-c', 'exec patroni "$0" 2>&1', path]
      patroni = startCommand(words, { HOME: folder, LC_ALL: 'C.UTF-8' }, 'ignore', { ...user, cwd: folder })
    },
    pids: () => [patroni?.child.pid ?? [], running()].flat(),
    senders: () => running().filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('walsender')),
    log: () => patroni?.log() ?? '',
  }
}

/** Returns the processes of a PostgreSQL, found by their working directory. */
function pidsIn(data: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && workingFolder(name) === data)
    .map(Number)
}

function workingFolder(pid: string): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}

async function startProxy(folder: string, nodes: ClusterNode[], user: SystemUser | undefined): Promise<number> {
  const port = await freePort()
  const text = nodes.reduce(
    (text, { port, rest }, at) =>
      text.replace(`10.0.0.${at + 1}:5432 check port 8008`, `127.0.0.1:${port} check port ${new URL(rest).port}`),
    (await deployed('haproxy.cfg')).replace('bind 127.0.0.1:5000', `bind 127.0.0.1:${port}`),
  )
  expect(text).not.toMatch(/10\.0\.0|bind 127.0.0.1:5000/)
  const path = join(folder, 'haproxy.cfg')
  await writeFile(path, text)
  startCommand(['haproxy', '-db', '-q', '-f', path], {}, 'ignore', { ...user, cwd: folder })
  return port
}
