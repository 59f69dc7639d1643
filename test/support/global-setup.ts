import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { TestProject } from 'vitest/node'
import { bundlePrograms } from '../../scripts/programs.ts'
import { buildWebsiteAssets } from '../../scripts/website-assets.ts'
import { openEmbeddedDatabase } from '../../src/db/embedded/database.ts'
import { migrateDatabase } from '../../src/db/migrations.ts'
import { at, query } from './database/query.ts'
import { clearRunFolder, makeRunFolder } from './processes/run-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated, empty database to copy, and never to connect to. */
    template: string
    /** The folder of the programs that tests start, joined as they are for users: from source each takes over a second. */
    programs: string
  }
}

/** What a whole run shares: a folder for all that is written, a PostgreSQL server, and the programs to start. */
export default async function setup(project: TestProject) {
  const undo: (() => Promise<unknown>)[] = []
  const clear = async () => {
    const faults: unknown[] = []
    for (const step of undo.splice(0).toReversed()) await step().catch((fault) => faults.push(fault))
    if (faults.length > 0) throw faults[0]
  }
  try {
    const folder = await makeRunFolder()
    undo.push(async () => clearRunFolder(folder))
    process.once('exit', () => clearRunFolder(folder)) // told to stop, the runner comes to no end of its own
    process.env.TMPDIR = folder // of the workers, too, and of all that they start

    const programs = resolve(`dist/tested-${process.pid}`)
    const forget = () => rmSync(programs, { recursive: true, force: true })
    undo.push(async () => forget())
    process.once('exit', forget)
    await buildWebsiteAssets()
    await bundlePrograms(programs, { 'embedded-client': 'test/support/processes/embedded-client.ts' })

    const server = await openServer(folder)
    undo.push(() => server.close())
    const name = `mod_list_catalog_test_${randomBytes(6).toString('hex')}`
    const template = at(server.url, { database: name })
    await query(server.url, `CREATE DATABASE ${name}`)
    undo.push(() => query(server.url, `DROP DATABASE ${name} WITH (FORCE)`))
    await migrateDatabase(template)

    project.provide('programs', programs)
    project.provide('template', template)
  } catch (fault) {
    await clear()
    throw fault
  }
  return clear
}

/** The server of TEST_DATABASE_URL, or a throw-away one. */
async function openServer(folder: string): Promise<{ url: string; close(): Promise<void> }> {
  const url = process.env.TEST_DATABASE_URL
  if (url) return { url, close: async () => {} }
  const embedded = await openEmbeddedDatabase(join(folder, 'server'), { fsync: false })
  // The tests make two thousand connections, and each would hash the password 4,096 times. It is long and random.
  const { password } = new URL(embedded.url)
  await query(embedded.url, `SET scram_iterations = 1; ALTER ROLE CURRENT_USER PASSWORD '${password}'`)
  return { url: embedded.url, close: () => embedded.release() }
}
