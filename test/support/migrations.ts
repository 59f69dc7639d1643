import { readFile } from 'node:fs/promises'
import { query } from './postgres.ts'

/** Takes the statistics away, and has their migration make them again of what is there. */
export async function remakeStatistics(url: string): Promise<void> {
  await query(url, 'DROP TABLE statistics')
  await query(
    url,
    `DROP FUNCTION note_added_files, note_changed_files, release_all_files, note_stored_file, forget_stored_files,
      unswept_lists CASCADE`,
  )
  const script = new URL('../../prisma/migrations/20261123000000_statistics/migration.sql', import.meta.url)
  await query(url, await readFile(script, 'utf8'))
}

/** Takes back all that the last migration did, but for the note that it was applied; gives its name. */
export async function undoLastMigration(url: string): Promise<string> {
  await query(url, 'DROP FUNCTION stamp_list, stamp_lists_of_user, stamp_lists_of_game CASCADE')
  await query(url, 'ALTER SEQUENCE list_stamps RENAME TO list_revisions')
  await query(url, 'ALTER TABLE lists RENAME COLUMN stamp TO revision')
  const body = 'RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$'
  for (const [name, when] of [
    ['revise_list', 'BEFORE UPDATE ON lists'],
    ['revise_lists_of_user', 'AFTER UPDATE ON users'],
    ['revise_lists_of_game', 'AFTER UPDATE ON games'],
  ]) {
    await query(url, `CREATE FUNCTION ${name}() ${body}`)
    await query(url, `CREATE TRIGGER ${name} ${when} FOR EACH ROW EXECUTE FUNCTION ${name}()`)
  }
  return '20261124000000_stamps'
}
