import type { Database } from '../../../src/db/client.ts'

const SEQUENCES = [
  'users_id_seq',
  'api_tokens_id_seq',
  'lists_id_seq',
  'files_id_seq',
  'released_files_id_seq',
  'moderation_actions_id_seq',
]
const TABLES = [
  'pending_sign_ins',
  'device_codes',
  'lists',
  'idempotency_keys',
  'users',
  'files',
  'released_files',
  'freed_slugs',
  'reserved_names',
  'list_changes',
  'list_totals',
  'reports',
  'blocked_files',
  'sender_keys',
  'checked_backups',
  'unswept_lists',
  'unindexed_lists',
  'list_mods',
  'mod_counts',
  'mod_detail_counts',
  'mod_names',
]

const IS_USED = `
  SELECT EXISTS (
    SELECT FROM pg_sequences WHERE last_value IS NOT NULL AND sequencename = ANY('{${SEQUENCES}}')
    ${TABLES.map((table) => `UNION ALL SELECT FROM ${table}`).join(' ')}
    UNION ALL SELECT FROM games WHERE id > 31
  ) AS "isUsed"`

/** A trigger prevents DELETE on the log. */
const EMPTY_LOG =
  'DO $$ BEGIN IF EXISTS (SELECT FROM moderation_actions) THEN TRUNCATE moderation_actions; END IF; END $$;'

/** The tables that triggers fill during deletes come after `lists`. */
const CLEAR = `
  ${TABLES.map((table) => `DELETE FROM ${table};`).join(' ')}
  DELETE FROM games WHERE id > 31;
  ${EMPTY_LOG}
  UPDATE mod_readers SET swept_at = NULL;
  ${SEQUENCES.map((sequence) => `SELECT setval('${sequence}', 1, false);`).join(' ')}`

/**
 * Deletes everything except the games that every catalog has, if anything is stored. TRUNCATE is slower, and makes every connection plan its
 * statements again.
 */
export async function clearDatabase({ pool }: Database): Promise<void> {
  const { rows } = await pool.query<{ isUsed: boolean }>(IS_USED)
  if (rows[0]?.isUsed !== false) await pool.query(CLEAR)
}
