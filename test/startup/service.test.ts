import pg from 'pg'
import { pino } from 'pino'
import { afterEach, describe, expect, inject, onTestFinished, vi } from 'vitest'
import { loadConfig } from '../../src/config.ts'
import { type Service, startService } from '../../src/startup/service.ts'
import { copyDatabase } from '../support/database/copy.ts'
import { at, query } from '../support/database/query.ts'
import { it } from '../support/it.ts'
import { namesOf, upload } from '../support/processes/programs.ts'

const MINUTE = 60_000

/** A service over the database, and the lines that it logs. */
async function start(
  url: string,
  environment: NodeJS.ProcessEnv = {},
): Promise<Service & { lines: Record<string, unknown>[] }> {
  const lines: Record<string, unknown>[] = []
  const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const service = await startService(loadConfig({ DATABASE_URL: url, PORT: '0', ...environment }), logger)
  // A machine that is busy with other tests makes a start late, which a server takes for too much work at first.
  await expect.poll(async () => (await fetch(`${service.address}/readyz`)).status).toBe(200)
  return { ...service, lines }
}

/** A database to which nobody else holds connections. */
async function ownDatabase(): Promise<string> {
  const { url, drop } = await copyDatabase(inject('template'))
  onTestFinished(drop)
  return url
}

const connections = (url: string, which: string) =>
  query(at(url, { database: 'postgres' }), `SELECT ${which} FROM pg_stat_activity WHERE datname = $1`, [
    new URL(url).pathname.slice(1),
  ])

/** Only the clock of the intervals is ours; everything else runs in real time. */
const takeOverIntervals = () => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })

afterEach(() => {
  vi.useRealTimers()
})

describe('a service', () => {
  it('listens where it says, is ready, and stores and shows lists', async ({ url, db: _ }) => {
    const service = await start(url)
    expect(await upload(service, 'My List')).toBe(201)
    expect(await namesOf(service)).toEqual(['My List'])
    await service.close()
  })

  it.for(['127.0.0.1', '0.0.0.0', '::'])(
    'on %s and a free port gives links that can be opened',
    async (host, { url, db: _, skip }) => {
      const service = await start(url, { HOST: host }).catch((fault) => skip(String(fault)))
      await upload(service, 'My List')
      const home = (await (await fetch(service.address)).json()) as Record<string, string>
      const page = (await (await fetch(`${home.api}/lists`)).json()) as {
        data: { links: { self: string } }[]
        links: { first: string }
      }
      const document = (await (await fetch(home.openapi ?? '')).json()) as { servers: { url: string }[] }

      for (const address of [
        page.data[0]?.links.self,
        page.links.first,
        home.reference,
        `${document.servers[0]?.url}/v1`,
      ]) {
        const { status } = await fetch(address ?? '')
        expect([address, status]).toEqual([
          expect.not.stringMatching(/:0\b|0\.0\.0\.0|\[::\]/),
          address?.endsWith('/v1') ? 404 : 200,
        ])
      }
      await service.close()
    },
  )

  it('logs neither the address of its database nor its password', async ({ url, db: _ }) => {
    const service = await start(url)
    await upload(service, 'My List')
    await service.close()

    expect(service.lines.length).toBeGreaterThan(0)
    expect(JSON.stringify(service.lines)).not.toContain(new URL(url).password || url)
  })

  it('listens no more and holds no connection once it is closed', async () => {
    const url = await ownDatabase()
    const service = await start(url)
    await upload(service, 'My List')
    await service.close()

    await expect(fetch(service.address)).rejects.toThrow()
    await expect.poll(() => connections(url, 'pid')).toEqual([])
  })

  it('closes the database again when it can not listen', async () => {
    const url = await ownDatabase()
    const first = await start(await ownDatabase())
    const config = loadConfig({ DATABASE_URL: url, PORT: new URL(first.address).port })
    await expect(startService(config, pino({ level: 'silent' }))).rejects.toMatchObject({ code: 'EADDRINUSE' })

    await expect.poll(() => connections(url, 'pid')).toEqual([])
    await first.close()
  })
})

describe('once a minute', () => {
  it('expired lists and unused files are swept away, until it is closed', async ({ url, db }) => {
    takeOverIntervals()
    const service = await start(url)
    await upload(service, 'Old')
    await upload(service, 'New')
    await db.list.updateMany({ where: { slug: 'old' }, data: { expiresAt: new Date('2020-01-01T00:00:00Z') } })

    vi.advanceTimersByTime(MINUTE)
    await expect.poll(() => db.list.count()).toBe(1)
    await expect.poll(() => service.lines).toContainEqual(expect.objectContaining({ msg: 'swept', lists: 1, files: 0 }))

    await service.close()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('a sweep under way when the service closes ends before the database is closed', async () => {
    takeOverIntervals()
    const url = await ownDatabase()
    const service = await start(url)
    await upload(service, 'Old')
    await query(url, `UPDATE lists SET expires_at = '2020-01-01'`)
    const blocker = new pg.Client({ connectionString: url })
    await blocker.connect()
    await blocker.query('BEGIN; LOCK TABLE lists IN ACCESS EXCLUSIVE MODE')
    vi.advanceTimersByTime(MINUTE)
    const waiting = () =>
      connections(url, 'wait_event_type').then((rows) => rows.some((row) => row.wait_event_type === 'Lock'))
    await expect.poll(waiting).toBe(true)

    const closed = service.close()
    const isUp = () =>
      fetch(service.address).then(
        () => true,
        () => false,
      )
    await expect.poll(isUp).toBe(false)
    await blocker.query('COMMIT')
    await blocker.end()
    await closed
    expect(service.lines.filter(({ level }) => Number(level) >= 40)).toEqual([])
    expect(service.lines).toContainEqual(expect.objectContaining({ msg: 'swept', lists: 1 }))
  })

  it('a sweep that fails is logged, and the next one works', async ({ url, db }) => {
    takeOverIntervals()
    const service = await start(url)
    await upload(service, 'Old')
    await db.list.updateMany({ data: { expiresAt: new Date('2020-01-01T00:00:00Z') } })

    await query(url, 'ALTER TABLE lists RENAME TO moved')
    vi.advanceTimersByTime(MINUTE)
    const failed = expect.objectContaining({ level: 40, msg: 'sweep failed; the next one is in a minute' })
    await expect.poll(() => service.lines).toContainEqual(failed)

    await query(url, 'ALTER TABLE moved RENAME TO lists')
    vi.advanceTimersByTime(MINUTE)
    await expect.poll(() => db.list.count()).toBe(0)
    await service.close()
  })
})
