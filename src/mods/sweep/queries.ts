import type { Db } from '../../db/client.ts'
import { Prisma } from '../../db/generated/client.ts'

/** Arbitrary number of the advisory lock that keeps names while they are being stored. */
const NAMES_LOCK = Prisma.raw('5274905')

/**
 * SQL that keeps all names from being deleted until the transaction ends. It is false if a sweep is deleting names; the
 * names must then not be read.
 */
export const keepsNamesSql = Prisma.sql`pg_try_advisory_xact_lock_shared(${NAMES_LOCK})`

/**
 * Waits until no transaction keeps names. From then on none can, until this transaction ends. Work memory makes PostgreSQL
 * compare names in a hash table, which is as large as the names; otherwise it would sort all readings on disk.
 */
export async function lockNames(db: Db): Promise<void> {
  await db.$executeRaw`SELECT pg_advisory_xact_lock(${NAMES_LOCK}), set_config('work_mem', '64MB', true)`
}

/**
 * Deletes the details and names that neither a reading nor a list holds. Returns the number of names. What public lists
 * hold is in the counts, which are smaller than the lists.
 */
export async function deleteUnheldNames(db: Db): Promise<number> {
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
