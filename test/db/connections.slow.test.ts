import pg from 'pg'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { loadConfig } from '../../src/config.ts'
import { openEmbeddedDatabase } from '../../src/db/embedded/database.ts'
import { startService } from '../../src/startup/service.ts'
import { runIn } from '../support/commands/run.ts'
import { ownDatabase } from '../support/database/own.ts'
import { query } from '../support/database/query.ts'
import { newDataDir } from '../support/processes/embedded-clients.ts'
import { namesOf, upload } from '../support/processes/programs.ts'

/** Sends a request, repeats it after each 503, as on a busy machine, and returns the last status. */
async function whenReady(send: () => Promise<number>, tries = 50): Promise<number> {
  const status = await send()
  return status === 503 && tries > 0 ? whenReady(send, tries - 1) : status
}

it('a server that uses all its connections to the embedded database leaves some for commands', async () => {
  const DATA_DIR = await newDataDir()
  const config = loadConfig({ DATA_DIR })
  for (const command of ['migrate', 'user create Ada']) {
    expect((await runIn({ DATA_DIR }, ...command.split(' '))).status).toBe(0)
  }
  const { url, release } = await openEmbeddedDatabase(DATA_DIR)
  expect(await query(url, 'SHOW max_connections')).toEqual([{ max_connections: '200' }])

  const connections = Array.from({ length: config.databaseConnections }, () => new pg.Client({ connectionString: url }))
  for (const connection of connections) await connection.connect()
  const command = await runIn({ DATA_DIR }, 'user', 'list')
  expect(command).toEqual({ status: 0, printed: expect.stringMatching(/^Ada /m), complained: '' })

  for (const connection of connections) await connection.end()
  await release()
})

it('a server with the minimum of connections serves simultaneous requests with no more than these', async () => {
  const url = await ownDatabase()
  const config = loadConfig({ DATABASE_URL: url, PORT: '0', DATABASE_CONNECTIONS: '4' })
  const service = await startService(config, pino({ level: 'silent' }))
  const names = Array.from({ length: 12 }, (_, index) => `List ${index}`)
  const paths = ['/v1/lists', '/v1/games', '/v1/stats', '/v1/compare', '/readyz']
  const statuses = await Promise.all([
    ...names.map((name) => whenReady(() => upload(service, name))),
    ...paths.map((path) => whenReady(async () => (await fetch(service.address + path)).status)),
  ])
  const open = `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`
  const [{ count } = { count: 0 }] = await query(url, open)

  expect(statuses).toEqual([...names.map(() => 201), ...paths.map(() => 200)])
  expect((await namesOf(service)).sort()).toEqual(names.sort())
  expect(count).toBeLessThanOrEqual(4)
  await service.close()
})
