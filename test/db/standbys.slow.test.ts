import { pino } from 'pino'
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { loadConfig } from '../../src/config.ts'
import { migrateDatabase } from '../../src/db/migrations.ts'
import { readConsistently } from '../../src/db/reads.ts'
import { type Service, startService } from '../../src/startup/service.ts'
import { connected } from '../support/database/own.ts'
import { type Cluster, type Node, startCluster } from '../support/database/servers/cluster.ts'
import { sumOfReads, untilReady } from '../support/faults/serving.ts'
import { upload } from '../support/processes/programs.ts'

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

function standby(): Node {
  const [node] = cluster.standbys
  if (node === undefined) throw new Error('The cluster has no standby.')
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
  await untilReady(service, cluster.standbys)
  return service
}

/** Returns the number of reads of the standby. */
const standbyReads = (service: Service) => sumOfReads([service], / current$/)
/** Returns the number of reads that the primary got for a reason. */
const primaryReads = (service: Service, reason: string) => sumOfReads([service], new RegExp(`^primary ${reason}$`))

describe('a server with a standby', () => {
  it('gets the same result of every heavy read from the standby as from the primary', async () => {
    const [alone, service] = [await serve({ CACHE_BYTES: '0' }), await serveFromStandby({ CACHE_BYTES: '0' })]
    for (const name of ['List', 'List']) expect(await upload(alone, name)).toBe(201)

    for (const path of READS) {
      const before = await standbyReads(service)
      const isAtStandby = async () => {
        const answer = await fetch(service.address + path)
        expect([path, answer.status]).toEqual([path, 200])
        const body = Buffer.from(await answer.arrayBuffer())
        return (await standbyReads(service)) > before && body
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
      return primaryReads(service, 'not_found')
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
    const primary = () => primaryReads(service, 'none')

    await standby().freeze()
    const before = await primary()
    await expect.poll(async () => [await statuses(20), (await primary()) > before]).toEqual([[200], true])
    standby().thaw()
    await untilReady(service, cluster.standbys)

    await standby().kill()
    const later = await primary()
    await expect.poll(async () => [await statuses(20), (await primary()) > later]).toEqual([[200], true])
    await standby().start()
    await untilReady(service, cluster.standbys)

    const current = await standbyReads(service)
    await expect.poll(async () => [await statuses(20), (await standbyReads(service)) > current]).toEqual([[200], true])
  })

  it('does not read the standby while the primary commits asynchronously', async () => {
    const service = await serveFromStandby({ CACHE_BYTES: '0' })
    await cluster.primary.query("ALTER DATABASE catalog SET synchronous_commit = 'off'")
    await cluster.primary.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'catalog' AND pid <> pg_backend_pid()`,
    )
    const refused = async () => {
      await fetch(`${service.address}/v1/stats`)
      return (await primaryReads(service, 'asynchronous')) + (await primaryReads(service, 'none'))
    }
    const before = await standbyReads(service)
    await expect.poll(refused, { timeout: 60_000 }).toBeGreaterThan(5)
    expect(await standbyReads(service)).toBe(before)
    await cluster.primary.query('ALTER DATABASE catalog RESET synchronous_commit')
  })

  it('does not read a server that is not a standby', async () => {
    const service = await serve({ REPLICA_URLS: cluster.primary.url, CACHE_BYTES: '0' })
    const refused = async () => {
      expect((await fetch(`${service.address}/v1/stats`)).status).toBe(200)
      return primaryReads(service, 'none')
    }
    await expect.poll(refused).toBeGreaterThan(3)
    expect(await standbyReads(service)).toBe(0)
  })
})

describe('a pool of connections to a standby', () => {
  it('sends reads to the primary while all its connections are in use, and to the standby later', async () => {
    const db = connected(cluster.primary.url, { replicas: { urls: [standby().url], connections: 2 } })
    const figures = () => db.standbys?.figures()
    const count = (why: string) => figures()?.reads.find(({ reason }) => reason === why)?.count ?? 0
    await expect.poll(() => Object.values(figures()?.ready ?? {})).toEqual([true])
    const read = () =>
      readConsistently(db, async (statements) => (await statements.query({ text: 'SELECT pg_sleep(0.5)' })).rows)
    await Promise.all(Array.from({ length: 6 }, read))
    expect(count('busy')).toBeGreaterThan(0)

    const current = count('current')
    await expect.poll(async () => [await read(), count('current') > current]).toEqual([expect.anything(), true])
  })
})
