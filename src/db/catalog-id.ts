import pg from 'pg'
import type { Statements } from './client.ts'

const OWN = `(SELECT oid FROM pg_database WHERE datname = current_database())::text || ' ' || 'lists'::regclass::oid`
const CLUSTER = `(SELECT system_identifier FROM pg_control_system())`

/** PostgreSQL: insufficient_privilege. */
const FORBIDDEN = '42501'

/**
 * Tells a catalog from all others that could be served under its address, and from itself before a dump was restored. It is
 * made of what no dump carries over: the cluster, the database and the table. A role that may not read the first does
 * without.
 * The standbys of a cluster have the same id, so that servers give the same entity tags on both sides of a failover;
 * that lists of one id are told apart, whatever was lost, is for the names of their changes (lists/etag.ts).
 */
export async function readCatalogId(db: Statements): Promise<string> {
  const read = async (expression: string) => {
    const { rows } = await db.query<{ id: string }>({ text: `SELECT ${expression} AS id` })
    return rows[0]?.id ?? ''
  }
  try {
    return await read(`${CLUSTER} || ' ' || ${OWN}`)
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === FORBIDDEN) return read(OWN)
    throw error
  }
}
