import { expect, it } from 'vitest'
import { ownDatabase } from '../../support/database/own.ts'
import { query } from '../../support/database/query.ts'
import { ask } from '../../support/faults/traffic.ts'
import { startServer, stop, upload } from '../../support/processes/programs.ts'

const MIGRATION = '20991231000000_later'

it('a running server stops answering soon after a newer version has migrated its database, and goes on if that is undone', async () => {
  const url = await ownDatabase()
  const server = await startServer({ DATABASE_URL: url })
  expect(await upload(server, 'My List')).toBe(201)
  const statusOf = async (path: string) => (await ask(`${server.address}${path}`)).status
  for (const path of ['/v1/lists', '/v1/lists/my-list', '/lists/my-list']) expect(await statusOf(path)).toBe(200)

  await query(
    url,
    `INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, applied_steps_count)
     VALUES (gen_random_uuid(), '', now(), $1, 1)`,
    [MIGRATION],
  )
  expect(await statusOf('/readyz')).toBe(503)
  await expect.poll(() => statusOf('/v1/lists/my-list'), { timeout: 30_000 }).toBe(503)
  for (const path of ['/v1/lists', '/lists/my-list', '/']) expect(await statusOf(path)).toBe(503)
  for (const path of ['/healthz', '/metrics']) expect(await statusOf(path)).toBe(200)
  expect(await upload(server, 'Too late')).toBe(503)
  expect(await query(url, 'SELECT slug FROM lists')).toEqual([{ slug: 'my-list' }])

  await query(url, 'DELETE FROM _prisma_migrations WHERE migration_name = $1', [MIGRATION])
  await expect.poll(() => statusOf('/v1/lists/my-list'), { timeout: 30_000 }).toBe(200)
  await stop(server)
})
