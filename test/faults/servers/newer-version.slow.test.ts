import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { ownDatabase } from '../../support/database/own.ts'
import { everythingStored, query } from '../../support/database/query.ts'
import { ask } from '../../support/faults/traffic.ts'
import { startServer, stop, upload } from '../../support/processes/programs.ts'

const MIGRATION = '20991231000000_later'

/** How long the server is watched. It indexes mods twice a second, and sums up totals every five seconds. */
const IDLE_MS = 12_000

it('a running server stops answering soon after a newer version has migrated its database, writes nothing, and goes on if that is undone', async () => {
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

  // Work for the totals and the index of mods.
  await query(url, 'UPDATE lists SET private = true')
  const before = await everythingStored(url)
  for (const { waiting } of await query(
    url,
    'SELECT count(*)::int AS waiting FROM list_changes UNION ALL SELECT count(*)::int FROM unindexed_lists',
  ))
    expect(waiting).toBeGreaterThan(0)
  await delay(IDLE_MS)
  expect(await everythingStored(url)).toBe(before)

  await query(url, 'DELETE FROM _prisma_migrations WHERE migration_name = $1', [MIGRATION])
  await expect.poll(() => statusOf('/v1/lists'), { timeout: 30_000 }).toBe(200)
  const left = () =>
    query(
      url,
      `SELECT (SELECT count(*) FROM unindexed_lists)::int AS indexed, (SELECT count(*) FROM list_changes)::int AS changes`,
    )
  await expect.poll(left, { interval: 500 }).toEqual([{ indexed: 0, changes: 0 }])
  await stop(server)
})
