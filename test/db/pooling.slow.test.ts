import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { findPooling } from '../../src/db/addresses.ts'
import { emptyDatabase } from '../support/database/own.ts'
import {
  newPgBouncer,
  oldPgBouncer,
  type PgBouncer,
  startPgBouncer,
  withProgram,
} from '../support/database/servers/pgbouncer.ts'

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Detects the pooling of an address several times, because the result must not depend on which session is free. */
async function poolingsOf(url: string): Promise<string[]> {
  const found = new Set<string>()
  for (let turn = 0; turn < 20; turn++) {
    const client = await connect(url)
    try {
      found.add(await findPooling(client, url).catch(problemOf))
    } finally {
      await client.end()
    }
  }
  return [...found]
}

function problemOf(error: Error & { code?: string }): string {
  if (['26000', '42P05'].includes(error.code ?? '')) return 'breaks prepared statements'
  if (/transaction blocks not allowed/.test(error.message)) return 'refuses transactions'
  throw error
}

/** Keeps sessions of a pooler busy with statements, as other servers would. */
async function keepBusy(url: string): Promise<void> {
  let isBusy = true
  const clients = await Promise.all(Array.from({ length: 8 }, () => connect(url)))
  const work = clients.map(async (client) => {
    while (isBusy) await client.query('SELECT pg_sleep(0.001)')
    await client.end()
  })
  onTestFinished(async () => {
    isBusy = false
    await Promise.all(work)
  })
}

describe('the address of PostgreSQL itself', () => {
  it('is detected as keeping sessions', async () => {
    expect(await poolingsOf(await emptyDatabase())).toEqual(['sessions'])
  })
})

const found: [PgBouncer | undefined, string, string][] = [
  [newPgBouncer, '1.21 or later', 'transactions'],
  [oldPgBouncer, 'before 1.21', 'breaks prepared statements'],
]

describe.each(found)('an address of a pooler', (pgbouncer, needed, ofTransactions) => {
  const run = it.skipIf(pgbouncer === undefined)
  const name = withProgram(pgbouncer, needed)
  const start = async (settings: Record<string, string>) =>
    (await startPgBouncer(pgbouncer, await emptyDatabase(), settings)).url

  run.each([
    ['session', 'sessions', {}],
    ['transaction', ofTransactions, {}],
    ['transaction', ofTransactions, { default_pool_size: '1' }],
    ['transaction', ofTransactions, { server_round_robin: '1', min_pool_size: '4' }],
    ['statement', 'refuses transactions', {}],
  ])(`is detected: ${name}, pool_mode %s is %s with %o`, async (mode, pooling, settings) => {
    expect(await poolingsOf(await start({ pool_mode: mode, ...settings }))).toEqual([pooling])
  })

  run.each(['session', 'transaction'])(
    `is detected while other clients use the pooler: ${name}, pool_mode %s`,
    async (mode) => {
      const url = await start({ pool_mode: mode, default_pool_size: mode === 'session' ? '20' : '4' })
      await keepBusy(url)
      expect(await poolingsOf(url)).toEqual([mode === 'session' ? 'sessions' : ofTransactions])
    },
  )
})
