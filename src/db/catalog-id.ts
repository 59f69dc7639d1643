import pg from 'pg'
import type { Statements } from './client.ts'

const OWN = `(SELECT oid FROM pg_database WHERE datname = current_database())::text || ' ' || 'lists'::regclass::oid`
const CLUSTER = `(SELECT system_identifier FROM pg_control_system()) || ' ' || (SELECT timeline_id FROM pg_control_checkpoint())`

/** PostgreSQL: insufficient_privilege. */
const FORBIDDEN = '42501'

/**
 * Tells a catalog from all others that could be served under its address, and from itself before a backup was restored:
 * they may have shown other lists under the same ids and stamps. It is of what no backup carries over: the cluster, the
 * point from which it was recovered, the database and the table. An operator may have kept the first two to himself.
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
