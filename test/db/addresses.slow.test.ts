import { describe, expect, it } from 'vitest'
import { emptyDatabase } from '../support/database/own.ts'
import { at, query } from '../support/database/query.ts'
import {
  DOCUMENTED,
  newPgBouncer,
  oldPgBouncer,
  startPgBouncer,
  withProgram,
} from '../support/database/servers/pgbouncer.ts'
import { namesOf, startProgram, startServer, stop, upload } from '../support/processes/programs.ts'

/** Returns what a start could have left in a database: tables, and locks in a session of a pooler. */
const traces = (url: string) =>
  query(
    url,
    `SELECT relname AS trace FROM pg_class WHERE relnamespace = 'public'::regnamespace
     UNION ALL SELECT 'lock ' || objid FROM pg_locks JOIN pg_database ON oid = database
       WHERE locktype = 'advisory' AND datname = current_database()`,
  )

/** Returns the message of a refused start, which is the same for a server and a command. */
async function refusalOf(environment: Record<string, string>): Promise<string> {
  const server = await startProgram('server', { ...environment, PORT: '0' }).exit
  const command = await startProgram('cli', environment, ['migrate']).exit
  expect(server).toEqual({ status: 1, out: expect.stringMatching(/^{.* starts on .*}\n$/), err: command.err })
  expect(command.status).toBe(1)
  return server.err
}

const NOTHING_CHANGED = /docs\/poolers\.md has the settings\. Nothing was changed\.\n$/

/** Returns the warnings about the pooler in a log. */
const warnings = (log: string) => log.match(/The pooler of DATABASE_URL [^"]*/g) ?? []

describe('a transaction pooler that supports prepared statements', () => {
  const name = withProgram(newPgBouncer, '1.21 or later')
  const run = it.skipIf(newPgBouncer === undefined)
  const pool = async (url: string, settings: Record<string, string> = {}) =>
    (await startPgBouncer(newPgBouncer, url, { pool_mode: 'transaction', ...settings })).url

  run(`is refused without a direct address, or if that leads to a pooler too: ${name}`, async () => {
    const url = await emptyDatabase()
    const [pooled, other] = [await pool(url), await pool(url)]

    const refusals = [
      await refusalOf({ DATABASE_URL: pooled }),
      await refusalOf({ DATABASE_URL: pooled, DATABASE_DIRECT_URL: pooled }),
      await refusalOf({ DATABASE_URL: pooled, DATABASE_DIRECT_URL: other }),
      await refusalOf({ DATABASE_URL: url, DATABASE_DIRECT_URL: pooled }),
    ]
    expect(refusals).toEqual([
      expect.stringMatching(/^DATABASE_URL leads to a pooler in transaction mode, .*set DATABASE_DIRECT_URL/),
      ...Array(3).fill(expect.stringMatching(/^DATABASE_DIRECT_URL leads to a pooler in transaction mode: /)),
    ])
    for (const refusal of refusals) expect(refusal).toMatch(NOTHING_CHANGED)
    expect(await traces(url)).toEqual([])
  })

  run(`is refused with a direct address of another database: ${name}`, async () => {
    const [url, other] = [await emptyDatabase(), await emptyDatabase()]
    const refusal = await refusalOf({ DATABASE_URL: await pool(url), DATABASE_DIRECT_URL: other })

    expect(refusal).toMatch(/^DATABASE_DIRECT_URL and DATABASE_URL lead to different databases/)
    expect(refusal).toMatch(NOTHING_CHANGED)
    expect([await traces(url), await traces(other)]).toEqual([[], []])
  })

  run.each<[what: string, settings: Record<string, string>, search: string, message: RegExp]>([
    ['breaks prepared statements', { max_prepared_statements: '0' }, '', /breaks prepared statements.*PgBouncer 1\.21/],
    [
      'refuses transactions',
      { pool_mode: 'statement' },
      '',
      /transaction blocks not allowed.*its mode \(docs\/poolers\.md\)/,
    ],
    [
      'gets another time zone from the address',
      {},
      '?options=-c%20timezone=Asia/Tokyo',
      /^The sessions of DATABASE_URL are in the time zone Asia\/Tokyo: .*timezone=UTC.*Nothing was changed/,
    ],
    [
      'refuses a startup parameter of the address, which the message names',
      {},
      '?statement_timeout=1000',
      /^The database of DATABASE_URL can't be used: .*statement_timeout\. Its pooler has to take/,
    ],
  ])(`is refused if it %s: ${name}`, async (_, settings, search, message) => {
    const url = await emptyDatabase()
    const refusal = await refusalOf({
      DATABASE_URL: at(await pool(url, settings), { search }),
      DATABASE_DIRECT_URL: url,
    })

    expect(refusal).toMatch(message)
    expect(await traces(url)).toEqual([])
  })

  run(`works with only its mode set, and the log recommends further settings: ${name}`, async () => {
    const url = await emptyDatabase()
    const server = await startServer({ DATABASE_URL: await pool(url), DATABASE_DIRECT_URL: url })
    expect(await upload(server, 'Pooled')).toBe(201)

    expect(await namesOf(server)).toEqual(['Pooled'])
    expect(warnings(server.log())).toEqual([
      expect.stringMatching(/does not set the refusal of standbys .*, statement_timeout, plan_cache_mode: see/),
    ])
  })

  run(`works with the settings of docs/poolers.md: ${name}`, async () => {
    const url = await emptyDatabase()
    const settings = { DATABASE_URL: await pool(url, DOCUMENTED), DATABASE_DIRECT_URL: url }
    const servers = await Promise.all([startServer(settings), startServer(settings)])
    for (const server of servers) expect(await upload(server, 'Pooled')).toBe(201)
    for (const server of servers) expect(await namesOf(server)).toEqual(['Pooled', 'Pooled'])
    for (const server of servers) expect(warnings(server.log())).toEqual([])

    expect((await startProgram('cli', settings, ['user', 'create', 'Ada']).exit).status).toBe(0)
    const { status, out } = await startProgram('cli', settings, ['export', '-']).exit
    expect([status, out.length > 0]).toEqual([0, true])
  })

  run(`keeps no migration lock after several servers have started at the same time: ${name}`, async () => {
    const url = await emptyDatabase()
    const settings = { DATABASE_URL: await pool(url, { default_pool_size: '2' }), DATABASE_DIRECT_URL: url }
    for (let turn = 1; turn <= 3; turn++) {
      const servers = await Promise.all(Array.from({ length: 3 }, () => startServer(settings)))
      const applied = servers.flatMap((server) => server.log().match(/Applied the migration \w+/g) ?? [])
      const noted = await query(url, 'SELECT migration_name FROM _prisma_migrations')
      expect(applied).toHaveLength(turn === 1 ? noted.length : 0)
      await stop(...servers)
      expect((await traces(url)).filter(({ trace }) => String(trace).startsWith('lock'))).toEqual([])
    }
  })
})

describe('a pooler that does not support prepared statements', () => {
  const name = withProgram(oldPgBouncer, 'before 1.21')
  const run = it.skipIf(oldPgBouncer === undefined)
  const pool = async (url: string, mode: string) => (await startPgBouncer(oldPgBouncer, url, { pool_mode: mode })).url

  run(`is refused if it pools transactions: ${name}`, async () => {
    const url = await emptyDatabase()
    const refusal = await refusalOf({ DATABASE_URL: await pool(url, 'transaction'), DATABASE_DIRECT_URL: url })

    expect(refusal).toMatch(
      /^The database of DATABASE_URL can't be used: its pooler breaks prepared statements\. Use PgBouncer 1\.21 or later/,
    )
    expect(refusal).toMatch(NOTHING_CHANGED)
    expect(await traces(url)).toEqual([])
  })

  run(`works if it pools sessions, without further settings or a direct address: ${name}`, async () => {
    const url = await pool(await emptyDatabase(), 'session')
    const server = await startServer({ DATABASE_URL: url, DATABASE_CONNECTIONS: '10' })
    expect(await upload(server, 'Pooled')).toBe(201)

    expect(await namesOf(server)).toEqual(['Pooled'])
    expect(warnings(server.log())).toEqual([])
  })
})
