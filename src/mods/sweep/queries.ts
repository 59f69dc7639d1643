import type { Db } from '../../db/client.ts'

/**
 * Deletes the details and names that neither a reading nor a list holds. Returns the number of names. What public lists
 * hold is in the counts, which are smaller than the lists. Work memory makes PostgreSQL compare them in a hash table,
 * which is as large as the names; otherwise it would sort all readings on disk.
 */
export async function deleteUnheldNames(db: Db): Promise<number> {
  await db.$executeRaw`SET LOCAL work_mem = '64MB'`
  await db.$executeRaw`
    DELETE FROM mod_details WHERE id IN (
      SELECT id FROM mod_details EXCEPT SELECT unnest(details) FROM file_readings EXCEPT SELECT detail_id FROM mod_detail_counts
      EXCEPT SELECT unnest(details) FROM list_mods WHERE NOT counted
    )`
  return db.$executeRaw`
    DELETE FROM mod_names WHERE id IN (
      SELECT id FROM mod_names EXCEPT SELECT unnest(enabled || disabled) FROM file_readings
      EXCEPT SELECT name_id FROM mod_counts EXCEPT SELECT unnest(enabled || disabled) FROM list_mods WHERE NOT counted
    )`
}
