import pg from 'pg'
import { describe, expect, onTestFinished } from 'vitest'
import { buildApp } from '../../../src/app.ts'
import { openDatabase } from '../../../src/db/client.ts'
import { query } from '../../support/database/query.ts'
import { DOCUMENTED, newPgBouncer, startPgBouncer, withProgram } from '../../support/database/servers/pgbouncer.ts'
import { report } from '../../support/faults/report.ts'
import { type Answer, ask, isRefusal, keepAsking } from '../../support/faults/traffic.ts'
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

/** Kills a backend, so that PostgreSQL ends all the others and recovers without a restart. */
async function crash(url: string) {
  const victim = new pg.Client({ connectionString: url })
  victim.on('error', () => {})
  await victim.connect()
  const { rows } = await victim.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  process.kill(rows[0]?.pid ?? 0, 'SIGKILL')
  const isBack = () =>
    query(url, 'SELECT 1').then(
      () => true,
      () => false,
    )
  await expect.poll(isBack, DEADLINE).toBe(false)
  await expect.poll(isBack, DEADLINE).toBe(true)
}

describe('a pooler that is killed', () => {
  const name = withProgram(newPgBouncer, '1.21 or later')
  it.skipIf(newPgBouncer === undefined)(`makes the server refuse until it is back: ${name}`, async ({ url }) => {
    if (newPgBouncer === undefined) return
    const pooler = await startPgBouncer(newPgBouncer, url, DOCUMENTED)
    const server = await startServer({ DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: url })
    const reading = keepAsking(4, (number) => ask(`${server.address}/v1/lists?page[size]=${1 + (number % 899)}`))
    const until = (which: (answer: Answer) => boolean) => {
      const before = reading.answers.filter(which).length
      return expect.poll(() => reading.answers.filter(which).length, DEADLINE).toBeGreaterThan(before + 50)
    }
    const isDone = ({ status }: Answer) => status === 200
    const kills = 3
    for (let turn = 1; turn <= kills; turn++) {
      await until(isDone)
      await pooler.kill()
      await until(isRefusal)
      expect(isRefusal(await ask(`${server.address}/readyz`))).toBe(true)
      expect((await ask(`${server.address}/healthz`)).status).toBe(200)
      await pooler.start()
      await expect.poll(async () => (await ask(`${server.address}/readyz`)).status, DEADLINE).toBe(200)
    }
    await until(isDone)
    const answers = await reading.stop()
    const wrong = answers.filter((answer) => !isDone(answer) && !isRefusal(answer))

    report('a pooler that is killed', {
      tried: answers.length,
      kills,
      refused: answers.filter(isRefusal).length,
      wrong: wrong.length,
      'slowest ms': Math.round(Math.max(...answers.map(({ took }) => took))),
    })
    expect(wrong.map(({ status, body }) => `${status} ${body}`)).toEqual([])
  })
})

describe('a crash of the database behind a pooler', () => {
  const name = withProgram(newPgBouncer, '1.21 or later')
  it.skipIf(newPgBouncer === undefined)(
    `is noticed, and no response has data that it lost: ${name}`,
    async ({ catalog }) => {
      if (newPgBouncer === undefined) return
      const { url } = await startClient(await newDataDir())
      // Commits reach the disk late. Whole pages in the log would wake the process that writes it.
      for (const setting of ['synchronous_commit = off', "wal_writer_delay = '10s'", 'full_page_writes = off']) {
        await query(url, `ALTER SYSTEM SET ${setting}`)
      }
      await query(url, 'SELECT pg_reload_conf()')
      const settings = { ...DOCUMENTED, default_pool_size: '4' }
      const pooled = (await startPgBouncer(newPgBouncer, url, settings)).url
      const server = await startServer({ DATABASE_URL: pooled, DATABASE_DIRECT_URL: url })

      // The control: without a direct address, this server reads snapshots through the pooler.
      const db = openDatabase(pooled, { isPooled: true })
      const blind = await buildApp({ ...catalog, db }, options)
      onTestFinished(async () => {
        await blind.close()
        await db.$disconnect()
      })
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
