import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openEmbeddedDatabase } from '../../src/db/embedded/database.ts'
import { migrateDatabase } from '../../src/db/migrations.ts'
import { asSuperuser, at, query } from './database/query.ts'
import { clearRunFolder, makeRunFolder } from './processes/run-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated, empty database to copy. Nothing must connect to it. */
    template: string
    /** The folder for the programs of this run; see programsFolder. */
    programs: string
  }
}

/** Prepares what all tests of a run share: a temporary folder and a PostgreSQL server. */
export default async function setup(project: TestProject) {
  const undo: (() => Promise<unknown>)[] = []
  const clear = async () => {
    const errors: unknown[] = []
    for (const step of undo.splice(0).toReversed()) await step().catch((error) => errors.push(error))
    if (errors.length > 0) throw errors[0]
  }
  try {
    const folder = await makeRunFolder()
    undo.push(async () => clearRunFolder(folder))
    process.once('exit', () => clearRunFolder(folder)) // the runner calls no teardown if it is interrupted
    process.env.TMPDIR = folder // inherited by workers and everything they start

    const programs = resolve(`dist/tested-${process.pid}`)
    const removePrograms = () => {
      for (const each of [programs, `${programs}.part`, `${programs}.lock`])
        rmSync(each, { recursive: true, force: true })
    }
    undo.push(async () => removePrograms())
    process.once('exit', removePrograms)

    const server = await openServer(folder)
    undo.push(() => server.close())
    const name = `mod_list_catalog_test_${randomBytes(6).toString('hex')}`
    const template = at(server.url, { database: name })
    await query(server.url, `CREATE DATABASE ${name}`)
    undo.push(() => query(server.url, `DROP DATABASE ${name} WITH (FORCE)`))
    await migrateDatabase(template)

    project.provide('programs', programs)
    project.provide('template', template)
  } catch (error) {
    await clear()
    throw error
  }
  return clear
}

/** Returns the server at TEST_DATABASE_URL, or starts a temporary one. */
async function openServer(folder: string): Promise<{ url: string; close(): Promise<void> }> {
  const url = process.env.TEST_DATABASE_URL
  if (url) return { url, close: async () => {} }
  const embedded = await openEmbeddedDatabase(join(folder, 'server'))
  const superuser = await asSuperuser(embedded.url, join(folder, 'server'))
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) {
    await query(superuser, `ALTER SYSTEM SET ${setting} = off`)
  }
  await query(superuser, 'SELECT pg_reload_conf()')
  // Tests open many connections, so the password is hashed only once for each. It is long and random.
  const { password } = new URL(superuser)
  await query(superuser, `SET scram_iterations = 1; ALTER ROLE CURRENT_USER PASSWORD '${password}'`)
  return { url: superuser, close: () => embedded.release() }
}
