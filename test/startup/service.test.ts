import pg from 'pg'
import { pino } from 'pino'
import { afterEach, describe, expect, vi } from 'vitest'
import { loadConfig } from '../../src/config.ts'
import { type Service, startService } from '../../src/startup/service.ts'
import { ownDatabase } from '../support/database/own.ts'
import { at, query } from '../support/database/query.ts'
import { it } from '../support/it.ts'
import { upload } from '../support/processes/programs.ts'

const MINUTE = 60_000

/** Starts a service on the database, and collects the lines that it logs. */
async function start(
  url: string,
  environment: NodeJS.ProcessEnv = {},
): Promise<Service & { lines: Record<string, unknown>[] }> {
  const lines: Record<string, unknown>[] = []
  const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const service = await startService(loadConfig({ DATABASE_URL: url, PORT: '0', ...environment }), logger)
  // On a busy machine a start is slow, and the server considers itself overloaded at first.
  await expect.poll(async () => (await fetch(`${service.address}/readyz`)).status).toBe(200)
  return { ...service, lines }
}

const connections = (url: string, which: string) =>
  query(at(url, { database: 'postgres' }), `SELECT ${which} FROM pg_stat_activity WHERE datname = $1`, [
    new URL(url).pathname.slice(1),
  ])

/** Replaces only the timers of intervals; everything else runs in real time. */
const fakeIntervals = () => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })

afterEach(() => {
  vi.useRealTimers()
})

describe('a service', () => {
  it.for(['127.0.0.1', '0.0.0.0', '::'])(
    'has links that can be opened if it listens on %s and a free port',
    async (host, { url, db: _, skip }) => {
      const service = await start(url, { HOST: host }).catch((error) => skip(String(error)))
      await upload(service, 'My List')
      const home = (await (await fetch(service.address)).json()) as Record<string, string>
      const page = (await (await fetch(`${home.api}/lists`)).json()) as {
        data: { links: { self: string } }[]
        links: { first: string }
      }
      const document = (await (await fetch(home.openapi ?? '')).json()) as { servers: { url: string }[] }

      const games = `${document.servers[0]?.url}/v1/games`
      for (const address of [page.data[0]?.links.self, page.links.first, home.reference, games]) {
        const { status } = await fetch(address ?? '')
        expect([address, status]).toEqual([expect.not.stringMatching(/:0\b|0\.0\.0\.0|\[::\]/), 200])
      }
      await service.close()
    },
  )

  it('does not listen and has no connections after it is closed', async () => {
    const url = await ownDatabase()
    const service = await start(url)
    await upload(service, 'My List')
    await service.close()

    await expect(fetch(service.address)).rejects.toThrow()
    await expect.poll(() => connections(url, 'pid')).toEqual([])
  })
})

describe('the sweep that runs once a minute', () => {
  it('deletes expired lists until the service is closed', async ({ url, db }) => {
    fakeIntervals()
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

  it('ends before the database is closed if it is under way when the service closes', async () => {
    fakeIntervals()
    const url = await ownDatabase()
    const service = await start(url)
    await upload(service, 'Old')
    await query(url, `UPDATE lists SET expires_at = '2020-01-01'`)
    const blocker = new pg.Client({ connectionString: url })
    await blocker.connect()
    await blocker.query('BEGIN; LOCK TABLE lists IN ACCESS EXCLUSIVE MODE')
    vi.advanceTimersByTime(MINUTE)
    // The indexing of mods waits for the lock too.
    const waiting = () =>
      connections(url, `wait_event_type = 'Lock' AND query LIKE '%FROM lists WHERE expires_at%' AS sweeps`)
    await expect.poll(waiting).toContainEqual({ sweeps: true })

    const closed = service.close()
    await expect.poll(() => fetch(service.address).then(() => 'up', String)).not.toBe('up')
    await blocker.query('COMMIT')
    await blocker.end()
    await closed
    expect(service.lines.filter(({ level }) => Number(level) >= 40)).toEqual([])
    expect(service.lines).toContainEqual(expect.objectContaining({ msg: 'swept', lists: 1 }))
  })
})
