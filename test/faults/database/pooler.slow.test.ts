import pg from 'pg'
import { describe, expect, onTestFinished } from 'vitest'
import { buildApp } from '../../../src/app.ts'
import { connected } from '../../support/database/own.ts'
import { query } from '../../support/database/query.ts'
import { DOCUMENTED, newPgBouncer, startPgBouncer, withProgram } from '../../support/database/servers/pgbouncer.ts'
import { crash, delayCommits } from '../../support/faults/lost-commits.ts'
import { ask, hasSucceeded, isRefusal, keepAsking, report, slowestOf, wrongOf } from '../../support/faults/traffic.ts'
import { it, options } from '../../support/it.ts'
import { newDataDir, startClient } from '../../support/processes/embedded-clients.ts'
import { startServer } from '../../support/processes/programs.ts'

const DEADLINE = { timeout: 30_000, interval: 50 }
const CRASHES = 5
const PAGE = '/v1/lists?page[size]=100'

const namesIn = (body: string): string[] => JSON.parse(body).data.map(({ name }: { name: string }) => name)

/** Stores a list in one transaction, which is visible at once even if its commit does not wait for the disk. */
async function store(url: string, name: string, waits: 'on' | 'off') {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`BEGIN; SET LOCAL synchronous_commit = ${waits}`)
  await client.query(
    `INSERT INTO lists (slug, slug_base, slug_number, name, private, created_at, updated_at, game_id)
     VALUES ($1, $1, 1, $1, false, now(), now(), 1)`,
    [name],
  )
  await client.query('COMMIT')
  await client.end()
}

describe('a pooler that is killed', () => {
  const name = withProgram(newPgBouncer, '1.21 or later')
  it.skipIf(newPgBouncer === undefined)(`makes the server refuse until it is back: ${name}`, async ({ url }) => {
    const pooler = await startPgBouncer(newPgBouncer, url, DOCUMENTED)
    const server = await startServer({ DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: url })
    const reading = keepAsking(4, (number) => ask(`${server.address}/v1/lists?page[size]=${1 + (number % 899)}`))
    const kills = 3
    for (let turn = 1; turn <= kills; turn++) {
      await reading.more(50, hasSucceeded)
      await pooler.kill()
      await reading.more(50, isRefusal)
      expect(isRefusal(await ask(`${server.address}/readyz`))).toBe(true)
      expect((await ask(`${server.address}/healthz`)).status).toBe(200)
      await pooler.start()
      await expect.poll(async () => (await ask(`${server.address}/readyz`)).status, DEADLINE).toBe(200)
    }
    await reading.more(50, hasSucceeded)
    const answers = await reading.stop()
    const wrong = wrongOf(answers)

    report('a pooler that is killed', {
      tried: answers.length,
      kills,
      refused: answers.filter(isRefusal).length,
      wrong: wrong.length,
      'slowest ms': slowestOf(answers),
    })
    expect(wrong).toEqual([])
  })
})

describe('a crash of the database behind a pooler', () => {
  const name = withProgram(newPgBouncer, '1.21 or later')
  it.skipIf(newPgBouncer === undefined)(
    `is noticed, and no response has data that it lost: ${name}`,
    async ({ catalog }) => {
      const { url } = await startClient(await newDataDir())
      await delayCommits(url)
      const settings = { ...DOCUMENTED, default_pool_size: '4' }
      const pooled = (await startPgBouncer(newPgBouncer, url, settings)).url
      const server = await startServer({ DATABASE_URL: pooled, DATABASE_DIRECT_URL: url })

      // The control: without a direct address, this server reads snapshots through the pooler.
      const blind = await buildApp({ ...catalog, db: connected(pooled, { isPooled: true }) }, options)
      onTestFinished(() => blind.close())
      const read = async () => (await fetch(server.address + PAGE)).text().then(namesIn)
      const readBlindly = async () => namesIn((await blind.inject(PAGE)).body)
      const isUp = async () => [(await fetch(server.address + PAGE)).status, (await blind.inject(PAGE)).statusCode]

      let [reused, stale, blindlyStale] = [0, 0, 0]
      for (let turn = 1; turn <= CRASHES; turn++) {
        const [before] = await query(url, 'SELECT pg_current_snapshot()::text AS name')
        await store(url, `lost-${turn}`, 'off')
        const [lost] = await query(url, 'SELECT pg_current_snapshot()::text AS name')
        for (const reader of [read, readBlindly, read, readBlindly]) expect(await reader()).toContain(`lost-${turn}`)
        await crash(url)
        await store(url, `kept-${turn}`, 'on')
        const [kept] = await query(url, 'SELECT pg_current_snapshot()::text AS name')
        await expect.poll(isUp, DEADLINE).toEqual([200, 200])

        const stored = (await query(url, 'SELECT name FROM lists')).map((row) => row.name)
        if (before?.name !== lost?.name && lost?.name === kept?.name && !stored.includes(`lost-${turn}`)) reused++
        const isStale = (names: string[]) => names.toSorted().join() !== stored.toSorted().join()
        if (isStale(await read())) stale++
        if (isStale(await readBlindly())) blindlyStale++
      }
      report('crashes behind a pooler', {
        tried: CRASHES,
        'ids reused': reused,
        stale,
        'stale without a direct address': blindlyStale,
      })
      expect(stale).toBe(0)
      expect(blindlyStale).toBeGreaterThan(0) // otherwise the test proves nothing
    },
  )
})
