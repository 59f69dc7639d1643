import { query } from './postgres.ts'

/** Takes back all that the last migration did, but for the note that it was applied; gives its name. */
export async function undoLastMigration(url: string): Promise<string> {
  await query(url, 'DROP TABLE statistics')
  await query(
    url,
    `DROP FUNCTION note_added_files, note_changed_files, release_all_files, note_stored_file, forget_stored_files,
      unswept_lists CASCADE`,
  )
  return '20261123000000_statistics'
}
