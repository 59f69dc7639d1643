import { expect, it } from 'vitest'
import { migrateDatabase } from '../../src/db/migrations.ts'
import { undoMigrations } from '../support/database/migrations.ts'
import { emptyDatabase } from '../support/database/own.ts'
import { query } from '../support/database/query.ts'
import { ask, formOf } from '../support/faults/traffic.ts'
import { startServer } from '../support/processes/programs.ts'

const LISTS = 1_200

/** The migration since which the files of a list are read together. */
const READ_TOGETHER = '20261129000000_index_by_list'

/**
 * Stores lists in the schema of release 1.0.0. All hold the mod All, and each one of its own. Every tenth list is private.
 * The first one is indexed, by readers that read it otherwise.
 */
const fill = (url: string) =>
  query(
    url,
    `WITH contents AS (SELECT n, convert_to('+All' || chr(10) || '-Own ' || n || chr(10), 'UTF8') AS content
       FROM generate_series(1, ${LISTS}) AS n),
     stored AS (
       INSERT INTO files (id, hash, name, clean_name, bytes, content, created_at)
       SELECT n, sha256(content), 'modlist.txt', 'modlist.txt', length(content), content, now() FROM contents),
     listed AS (
       INSERT INTO lists (id, slug, slug_base, slug_number, name, private, created_at, updated_at, game_id)
       SELECT n, 'old-' || n, 'old', n, 'Old', n % 10 = 0, now(), now(), 4 FROM contents)
     INSERT INTO list_files (list_id, position, file_id) SELECT n, 0, n FROM contents`,
  ).then(() =>
    query(
      url,
      `INSERT INTO file_readings (file_id, plugin, entries, enabled_entries, enabled, disabled, details)
         VALUES (1, false, 1, 1, '{1}', '{}', '{}');
       DELETE FROM unread_files WHERE file_id = 1; DELETE FROM unindexed_lists WHERE list_id = 1;
       INSERT INTO mod_names (plugin, key, name, words) VALUES (false, 'earlier', 'Earlier', ' earlier');
       INSERT INTO list_mods VALUES (1, 4, true, 1, 1, NULL, NULL, '{1}', '{}', '{}');
       INSERT INTO mod_counts VALUES (4, 1, false, 1, 1);
       UPDATE mod_readers SET version = 15; UPDATE unindexed_lists SET backlog = true;
       SELECT setval('lists_id_seq', ${LISTS}), setval('files_id_seq', ${LISTS})`,
    ),
  )

it('a catalog of release 1.0.0 is read in the background while it serves, and says so until all lists are found', async () => {
  const url = await emptyDatabase()
  await migrateDatabase(url)
  await undoMigrations(url, READ_TOGETHER)
  await query(url, 'DELETE FROM _prisma_migrations WHERE migration_name >= $1', [READ_TOGETHER])
  await fill(url)
  const { address } = await startServer({ DATABASE_URL: url })
  const get = async (path: string) => JSON.parse((await ask(`${address}${path}`)).body)
  const holding = (name: string) => get(`/v1/lists?page[size]=1&filter[mod]=${encodeURIComponent(name)}`)

  const incomplete = { index: { complete: false } }
  expect((await holding('All')).meta).toMatchObject(incomplete)
  expect((await get('/v1/games/4/mods')).meta).toMatchObject(incomplete)
  expect((await ask(`${address}/metrics`)).body).toMatch(/^mod_index_files_waiting [1-9]/m)

  // The catalog serves meanwhile, and new lists need not wait for the old ones.
  expect((await get('/v1/lists?page[size]=1')).meta.total).toBe(LISTS - LISTS / 10)
  const body = formOf('New', { 'modlist.txt': '+All\n+New\n' })
  expect((await ask(`${address}/v1/lists`, { method: 'POST', body })).status).toBe(201)
  await expect.poll(() => holding('New')).toMatchObject({ meta: { total: 1, ...incomplete } })

  const isComplete = async () => (await holding('All')).meta.index === undefined
  await expect.poll(isComplete, { timeout: 120_000 }).toBe(true)
  const total = LISTS - LISTS / 10 + 1
  expect((await holding('All')).meta.total).toBe(total)
  expect((await get('/v1/games/4/mods/all')).data).toMatchObject({ lists_count: total, enabled_count: total })
  expect((await get('/v1/games/4/mods?page[size]=1')).meta).toMatchObject({ total: total + 1 })
  expect((await holding('Earlier')).meta.total).toBe(0)
  for (let list = 1; list <= LISTS; list += 59) {
    expect((await holding(`own ${list}`)).meta.total).toBe(list % 10 === 0 ? 0 : 1)
  }
  const metrics = (await ask(`${address}/metrics`)).body
  expect(metrics).toMatch(/^mod_index_files_waiting 0$/m)
  expect(metrics).toMatch(/^mod_index_oldest_seconds 0$/m)
  expect(metrics).toContain(`\nmod_index_files_read_total ${LISTS + 1}\n`)
  expect(metrics).toMatch(/^mod_index_files_failed_total 0$/m)
})
