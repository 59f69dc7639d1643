import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { migrateUpTo } from '../support/database/migrations.ts'
import { emptyDatabase } from '../support/database/own.ts'
import { query } from '../support/database/query.ts'

/** The last migration with packed ids: the gaps between sorted ids, in groups of seven bits, lowest first. */
const PACKED = '20261127110000_added_games'

it('an index of an older version, whose ids are packed, is kept by the migration: no file waits to be read again', async () => {
  const url = await emptyDatabase()
  await migrateUpTo(url, PACKED)
  await query(
    url,
    `INSERT INTO files (id, hash, name, clean_name, bytes, content, created_at)
       VALUES (1, '\\x00', 'modlist.txt', 'modlist.txt', 0, '', now());
     DELETE FROM unread_files;
     INSERT INTO file_readings (file_id, plugin, entries, enabled_entries, enabled, disabled, details)
       VALUES (1, false, 4, 3, '\\x01ab02c4a004', '\\x02', '{5,6}');
     INSERT INTO list_mods (list_id, game_id, counted, mods, mods_enabled, enabled, disabled, details)
       VALUES (7, 4, true, 4, 3, '\\x01ab02c4a004', '\\x02', '{5,6}'), (8, 4, false, NULL, NULL, '', '', NULL)`,
  )
  const file = '../../prisma/migrations/20261127120000_plain_ids/migration.sql'
  await query(url, await readFile(new URL(file, import.meta.url), 'utf8'))

  const ids = { enabled: [1, 300, 70_000], disabled: [2] }
  const columns = 'enabled, disabled, details'
  expect(await query(url, `SELECT ${columns} FROM file_readings`)).toEqual([{ ...ids, details: [5, 6] }])
  expect(await query(url, `SELECT list_id, mods, ${columns} FROM list_mods ORDER BY list_id`)).toEqual([
    { list_id: 7, mods: 4, ...ids, details: [5, 6] },
    { list_id: 8, mods: null, enabled: [], disabled: [], details: null },
  ])
  const waiting = 'SELECT file_id FROM unread_files UNION ALL SELECT list_id FROM unindexed_lists'
  expect(await query(url, waiting)).toEqual([])
})
