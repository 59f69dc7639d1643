import { readFile } from 'node:fs/promises'
import { query } from './query.ts'

/** Takes the statistics away, and has their migration make them again of what is there. */
export async function remakeStatistics(url: string): Promise<void> {
  await query(url, 'DROP TABLE statistics')
  await query(
    url,
    `DROP FUNCTION note_added_files, note_changed_files, release_all_files, note_stored_file, forget_stored_files,
      unswept_lists CASCADE`,
  )
  const script = new URL('../../../prisma/migrations/20261123000000_statistics/migration.sql', import.meta.url)
  await query(url, await readFile(script, 'utf8'))
}

/** Takes back all that the last migration did, but for the note that it was applied; gives its name. */
export async function undoLastMigration(url: string): Promise<string> {
  await query(url, 'DROP TABLE history_marks')
  return '20261125000100_history_marks'
}
