import { pino } from 'pino'
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { loadConfig } from '../../src/config.ts'
import { type Database, openDatabase } from '../../src/db/client.ts'
import { migrateDatabase } from '../../src/db/migrations.ts'
import { readConsistently } from '../../src/db/reads.ts'
import { type Service, startService } from '../../src/startup/service.ts'
import { type Cluster, startCluster } from '../support/database/servers/cluster.ts'
import { upload } from '../support/processes/programs.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

const LIST = '/v1/lists/list'
const READS = [
  '/v1/lists',
  '/v1/lists?page[size]=all',
  '/v1/lists?filter[search]=list',
  '/v1/lists?page[size]=all&query=list',
  '/v1/lists?filter[author]=nobody',
  LIST,
  `${LIST}/files`,
  `${LIST}/files/modlist.txt`,
  `${LIST}/files/modlist.txt/raw`,
  `${LIST}/download`,
  `${LIST}/revisions`,
  `${LIST}/revisions/1`,
  `${LIST}/changelog`,
  `${LIST}/load-order`,
  '/v1/compare',
  '/v1/compare/list/list-2',
  '/v1/compare/list/list-2/changes',
  '/v1/games',
  '/v1/games/4',
  '/lists',
  '/lists/list',
  '/games',
]

let cluster: Cluster

beforeAll(async () => {
  cluster = await startCluster(1)
  await migrateDatabase(cluster.primary.url)
  return cluster.close
})

const standby = () => {
  const [node] = cluster.standbys
  if (node === undefined) throw new Error('There is a standby.')
  return node
}

async function serve(settings: Record<string, string> = {}): Promise<Service> {
  const config = loadConfig({ DATABASE_URL: cluster.primary.url, PORT: '0', PUBLIC_URL: 'http://x', ...settings })
  const service = await startService(config, pino({ level: 'silent' }))
  onTestFinished(() => service.close())
  return service
}

async function serveFromStandby(settings: Record<string, string> = {}): Promise<Service> {
  const service = await serve({ REPLICA_URLS: standby().url, ...settings })
  await untilReady(service)
  return service
}

const metrics = async ({ address }: Service) => (await fetch(`${address}/metrics`)).text()
const untilReady = (service: Service) =>
  expect.poll(() => metrics(service), { timeout: 60_000 }).toMatch(/^database_standby_ready\S* 1$/m)

/** Returns the number of reads that went to a server for a reason. */
async function reads(service: Service, server: RegExp, reason: string): Promise<number> {
  const lines = (await metrics(service)).matchAll(/^database_reads_total\{server="(.*)",reason="(.*)"\} (\d+)$/gm)
  return Array.from(lines).reduce(
    (sum, [, to = '', why, count]) => sum + (server.test(to) && why === reason ? Number(count) : 0),
    0,
  )
}

describe('a server with a standby', () => {
  it('gets the same result of every heavy read from the standby as from the primary', async () => {
    const [alone, service] = [await serve({ CACHE_BYTES: '0' }), await serveFromStandby({ CACHE_BYTES: '0' })]
    for (const name of ['List', 'List']) expect(await upload(alone, name)).toBe(201)

    for (const path of READS) {
      const before = await reads(service, /^127/, 'current')
      const isAtStandby = async () => {
        const answer = await fetch(service.address + path)
        expect([path, answer.status]).toEqual([path, 200])
        const body = Buffer.from(await answer.arrayBuffer())
        return (await reads(service, /^127/, 'current')) > before && body
      }
      const expected = Buffer.from(await (await fetch(alone.address + path)).arrayBuffer())
      // On a busy machine the standby may lag.
      const body = await vi.waitUntil(isAtStandby, { timeout: 60_000, interval: 20 })
      expect([path, body.toString('latin1')]).toEqual([path, expected.toString('latin1')])
    }
  })

  it('asks the primary before it returns 404', async () => {
    const service = await serveFromStandby()
    const found = async () => {
      expect((await fetch(`${service.address}/v1/lists/none`)).status).toBe(404)
      return reads(service, /^primary$/, 'not_found')
    }
    await expect.poll(found, { timeout: 60_000 }).toBeGreaterThan(0)
  })

  it('opens at most REPLICA_CONNECTIONS connections to the standby', async () => {
    const service = await serveFromStandby({ REPLICA_CONNECTIONS: '3' })
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, visit) => fetch(`${service.address}/v1/lists?visit=${visit}`)),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const [{ count } = { count: 0 }] = await standby().query(
      `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = 'catalog' AND pid <> pg_backend_pid()`,
    )
    expect(count).toBeGreaterThan(0)
    expect(count).toBeLessThanOrEqual(3)
  })

  it('reads from the primary while the standby is frozen or down, and from the standby once it is back', async () => {
    const service = await serveFromStandby({ CACHE_BYTES: '0' })
    const statuses = async (count: number) => {
      const answers = await Promise.all(Array.from({ length: count }, () => fetch(`${service.address}/v1/games`)))
      return [...new Set(answers.map(({ status }) => status))]
    }
    const primary = () => reads(service, /^primary$/, 'none')

    await standby().freeze()
    const before = await primary()
    await expect.poll(async () => [await statuses(20), (await primary()) > before]).toEqual([[200], true])
    standby().thaw()
    await untilReady(service)

    await standby().kill()
    const later = await primary()
    await expect.poll(async () => [await statuses(20), (await primary()) > later]).toEqual([[200], true])
    await standby().start()
    await untilReady(service)

    const current = await reads(service, /^127/, 'current')
    await expect
      .poll(async () => [await statuses(20), (await reads(service, /^127/, 'current')) > current])
      .toEqual([[200], true])
  })

  it('does not read the standby while the primary commits asynchronously', async () => {
    const service = await serveFromStandby({ CACHE_BYTES: '0' })
    await cluster.primary.query("ALTER DATABASE catalog SET synchronous_commit = 'off'")
    await cluster.primary.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'catalog' AND pid <> pg_backend_pid()`,
    )
    const refused = async () => {
      await fetch(`${service.address}/v1/stats`)
      return (await reads(service, /^primary$/, 'asynchronous')) + (await reads(service, /^primary$/, 'none'))
    }
    const before = await reads(service, /^127/, 'current')
    await expect.poll(refused, { timeout: 60_000 }).toBeGreaterThan(5)
    expect(await reads(service, /^127/, 'current')).toBe(before)
    await cluster.primary.query('ALTER DATABASE catalog RESET synchronous_commit')
  })

  it('does not read a server that is not a standby', async () => {
    const service = await serve({ REPLICA_URLS: cluster.primary.url, CACHE_BYTES: '0' })
    const refused = async () => {
      expect((await fetch(`${service.address}/v1/stats`)).status).toBe(200)
      return reads(service, /^primary$/, 'none')
    }
    await expect.poll(refused).toBeGreaterThan(3)
    expect(await reads(service, /^127/, 'current')).toBe(0)
  })
})

describe('a pool of connections to a standby', () => {
  function open(url: string, connections: number): Database {
    const db = openDatabase(cluster.primary.url, { replicas: { urls: [url], connections } })
    onTestFinished(() => db.$disconnect())
    return db
  }
  const isReady = (db: Database) => Object.values(db.standbys?.figures().ready ?? {}).every(Boolean)
  const count = (db: Database, why: string) =>
    db.standbys?.figures().reads.find(({ reason }) => reason === why)?.count ?? 0

  it('sends reads to the primary while all its connections are in use, and to the standby later', async () => {
    const db = open(standby().url, 2)
    await expect.poll(() => isReady(db)).toBe(true)
    const read = () =>
      readConsistently(db, async (statements) => (await statements.query({ text: 'SELECT pg_sleep(0.5)' })).rows)
    await Promise.all(Array.from({ length: 6 }, read))
    expect(count(db, 'busy')).toBeGreaterThan(0)

    const current = count(db, 'current')
    await expect.poll(async () => [await read(), count(db, 'current') > current]).toEqual([expect.anything(), true])
  })
})
