import { randomBytes } from 'node:crypto'
import { at, query } from './query.ts'

/**
 * Copies the migrated template into a new database. Returns the address of the copy, and a function that drops it. The
 * copy is made from files, because copying through the write-ahead log takes longer.
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
