import pg from 'pg'
import { describe, expect, inject, onTestFinished } from 'vitest'
import { readCatalogId } from '../../src/db/catalog-id.ts'
import { copyDatabase } from '../support/database/copy.ts'
import { it } from '../support/it.ts'

async function connect(connectionString: string) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

describe('the id of a catalog', () => {
  it('stays, is another one of each database, and after the tables were restored', async ({ url }) => {
    const one = await connect(url)
    const copy = await copyDatabase(inject('template'))
    onTestFinished(copy.drop)
    const other = new pg.Client({ connectionString: copy.url })
    await other.connect()
    const first = await readCatalogId(one)
    const second = await readCatalogId(other)
    expect(await readCatalogId(one)).toBe(first)
    expect(second).not.toBe(first)
    await other.query('ALTER TABLE lists RENAME TO lists_before; CREATE TABLE lists (id INT)') // as pg_restore --clean does
    expect(await readCatalogId(other)).not.toBe(second)
    await other.end()
  })

  it('is read by a user who owns nothing of the cluster, and may not ask about it', async ({ url }) => {
    const client = await connect(url)
    const role = `reader_${process.pid}`
    await client.query(`BEGIN; CREATE ROLE ${role}; SET LOCAL ROLE ${role}`)
    expect(await readCatalogId(client)).toMatch(/^\d+ \d+ \d+$/)
    await client.query('RESET ROLE')
    await client.query('REVOKE EXECUTE ON FUNCTION pg_control_system() FROM PUBLIC')
    await client.query(`SET LOCAL ROLE ${role}; SAVEPOINT asked`)
    const refused = client.query.bind(client)
    const id = await readCatalogId({
      query: (statement) =>
        refused(statement).catch(async (error) => {
          await refused('ROLLBACK TO asked')
          throw error
        }),
    })
    expect(id).toMatch(/^\d+ \d+$/)
    await client.query('ROLLBACK')
  })
})
