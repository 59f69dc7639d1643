import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import {
  chownRecursive,
  findPrograms,
  findServerUser,
  runProgram,
  spawnOptions,
} from '../../src/db/embedded/postgres.ts'
import { freePort } from '../../test/support/processes/free-port.ts'
import { startProcess } from '../support/processes.ts'
import { type BenchOptions, format, median, progress, Table } from '../support/report.ts'

const SERVER = fileURLToPath(new URL('../../dist/server.js', import.meta.url))

/** A Fastify server with one route. */
const FASTIFY = `
  import fastify from 'fastify'
  const app = fastify()
  app.get('/ready', (_, reply) => reply.send('ready'))
  await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
  process.on('SIGTERM', () => process.exit(0))`

/** Measures the time from a server's start to its first success, against a bare Fastify and a bare PostgreSQL. */
export async function benchStart({ quick, markdown }: BenchOptions): Promise<void> {
  const times = new Map<string, number[]>()
  const time = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    progress(name)
    const start = performance.now()
    const result = await work()
    times.set(name, [...(times.get(name) ?? []), performance.now() - start])
    return result
  }
  const rounds = quick ? 1 : 5
  for (let round = 0; round <= rounds; round++) {
    const folder = await mkdtemp(join(tmpdir(), 'mod-list-catalog-start-'))
    try {
      await startAll(folder, time)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
    if (round === 0) times.clear() // the first round reads the programs from the disk
  }

  const table = new Table(['start', 'ms', 'of bare Fastify and PostgreSQL', 'goal'])
  const goals: Record<string, [bare: string, goal: string]> = {
    'catalog, initialised': ['PostgreSQL, initialised', '500 ms'],
    'catalog, fresh': ['PostgreSQL, fresh', '1,200 ms'],
  }
  for (const [name, taken] of times) {
    const [bare, goal] = goals[name] ?? []
    const floor = (round: number) =>
      (times.get('Fastify')?.[round] ?? 0) + (times.get(bare ?? '')?.[round] ?? Number.NaN)
    const ratio = median(taken.map((value, round) => value / floor(round)))
    table.add(name, format(median(taken), 0), bare === undefined ? '' : format(ratio), goal ?? '')
  }
  process.stdout.write(`${table.print('start', markdown)}\n`)
}

async function startAll(folder: string, time: <T>(name: string, work: () => Promise<T>) => Promise<T>): Promise<void> {
  const fastify = () => startProcess(['--input-type=module', '-e', FASTIFY], '/ready', {}, process.cwd())
  await (await time('Fastify', fastify)).stop()

  const bare = await barePostgres(join(folder, 'bare'))
  const first = await time('PostgreSQL, fresh', async () => {
    await bare.initialise()
    return bare.start()
  })
  await first()
  await (await time('PostgreSQL, initialised', bare.start))()

  const environment = { DATA_DIR: join(folder, 'data') }
  for (const state of ['fresh', 'initialised']) {
    await (await time(`catalog, ${state}`, () => startProcess([SERVER], '/v1/games', environment))).stop()
  }
}

/**
 * Returns functions that create a cluster with default settings, and that start its server until it accepts
 * connections.
 */
async function barePostgres(folder: string) {
  const cluster = join(folder, 'cluster')
  await mkdir(cluster, { recursive: true, mode: 0o700 })
  const user = await findServerUser(cluster)
  if (user) {
    await chmod(join(folder, '..'), 0o755)
    await chownRecursive(folder, user)
  }
  const programs = await findPrograms(user)
  const [initdb, postgres] = [join(programs, 'initdb'), join(programs, 'postgres')]
  const port = await freePort()
  const url = `postgresql://bare@127.0.0.1:${port}/postgres`

  async function start(): Promise<() => Promise<void>> {
    const args = ['-D', cluster, '-p', `${port}`, '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=']
    const child = spawn(postgres, args, { ...spawnOptions(user, cluster), stdio: 'ignore' })
    while (!(await accepts(url))) await new Promise((resolve) => setTimeout(resolve, 2))
    return async () => {
      child.kill('SIGINT')
      await once(child, 'exit')
    }
  }
  const options = ['--auth=trust', '-U', 'bare', '--encoding=UTF8', '--locale=C']
  return { initialise: () => runProgram(initdb, ['-D', cluster, ...options], user, cluster), start }
}

async function accepts(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
