import { randomBytes } from 'node:crypto'
import { inject, onTestFinished } from 'vitest'
import { at, query } from './query.ts'

/** Creates an empty database for one test, and returns its address. */
export async function emptyDatabase(): Promise<string> {
  const template = inject('template')
  const name = `mod_list_catalog_empty_${randomBytes(6).toString('hex')}`
  const maintenance = at(template, { database: 'postgres' })
  await query(maintenance, `CREATE DATABASE ${name} STRATEGY FILE_COPY`)
  onTestFinished(() => query(maintenance, `DROP DATABASE ${name} WITH (FORCE)`).then(() => {}))
  return at(template, { database: name })
}
