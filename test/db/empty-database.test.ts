import { expect, it } from 'vitest'
import { migrateDatabase } from '../../src/db/migrations.ts'
import { emptyDatabase } from '../support/database/postgres.ts'
import { query } from '../support/database/query.ts'

/** Everything that a migration can make, by what the database itself says of it. */
const PARTS = {
  columns: `
    SELECT table_name, column_name, data_type, udt_name, character_maximum_length, collation_name, is_nullable, column_default
    FROM information_schema.columns WHERE table_schema = 'public' ORDER BY 1, 2`,
  storage: `
    SELECT relname, relkind, relpersistence, reloptions, attname, attstorage FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
    WHERE relnamespace = 'public'::regnamespace AND attnum > 0 AND relkind IN ('r', 'S') ORDER BY 1, 5`,
  indexes: "SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1",
  constraints: `
    SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint
    WHERE connamespace = 'public'::regnamespace ORDER BY 1, 2`,
  functions: "SELECT pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace ORDER BY 1",
  triggers: 'SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1',
  notes: `
    SELECT migration_name, checksum, applied_steps_count, logs, rolled_back_at, finished_at >= started_at AS finished, length(id)
    FROM _prisma_migrations ORDER BY started_at`,
  games: 'SELECT * FROM games ORDER BY id',
}

const partsOf = async (url: string) =>
  Object.fromEntries(await Promise.all(Object.entries(PARTS).map(async ([name, sql]) => [name, await query(url, sql)])))

it('an empty database gets from one transaction what the engine of Prisma makes of the migrations', async () => {
  const [byEngine, atOnce] = [await emptyDatabase(), await emptyDatabase()]
  await query(byEngine, 'CREATE SEQUENCE unrelated') // not empty: the engine has to find out
  await migrateDatabase(byEngine)
  await query(byEngine, 'DROP SEQUENCE unrelated')
  await migrateDatabase(atOnce)

  expect(await partsOf(atOnce)).toEqual(await partsOf(byEngine))
})
