import { randomBytes } from 'node:crypto'
import { at, query } from './query.ts'

/**
 * Copies the migrated template into a database of its own, and gives its address and what drops it again. It is copied as
 * files: through the log it takes twice the work.
 */
export async function copyDatabase(template: string): Promise<{ url: string; drop(): Promise<void> }> {
  const source = new URL(template).pathname.slice(1)
  const copy = `${source}_${randomBytes(4).toString('hex')}`
  const maintenance = at(template, { database: 'postgres' })

  await query(maintenance, `CREATE DATABASE ${copy} TEMPLATE ${source} STRATEGY FILE_COPY`)
  const drop = async () => {
    await query(maintenance, `DROP DATABASE ${copy} WITH (FORCE)`)
  }
  return { url: at(template, { database: copy }), drop }
}
