import { randomBytes } from 'node:crypto'
import { access, chmod, constants, mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { bundlePrograms } from '../../scripts/programs.ts'
import { openEmbeddedDatabase } from '../../src/db/embedded/embedded.ts'
import { migrateDatabase } from '../../src/db/migrations.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated, empty database to copy, and never to connect to. */
    template: string
    /** The folder of the programs that tests start, joined as they are for users: from source each takes over a second. */
    programs: string
  }
}

/** Where there is so much of it, what tests write goes to memory: the disk of a busy machine can hold them up for long. */
const MEMORY = '/dev/shm'
const ENOUGH = 4 * 2 ** 30

/** What a whole run shares: a folder for all that is written, a PostgreSQL server, and the programs to start. */
export default async function setup(project: TestProject) {
  const undo: (() => Promise<unknown>)[] = []
  const clear = async () => {
    for (const step of undo.toReversed()) await step()
  }
  try {
    const folder = await temporaryFolder()
    undo.push(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))
    process.env.TMPDIR = folder // of the workers, too, and of all that they start

    const programs = resolve(`dist/tested-${process.pid}`)
    undo.push(() => rm(programs, { recursive: true, force: true }))
    await bundlePrograms(programs, { holder: 'test/db/embedded/fixtures/holder.ts' })

    const server = await openServer(folder)
    undo.push(() => server.close())
    const template = new URL(server.url)
    template.pathname = `/mod_list_catalog_test_${randomBytes(6).toString('hex')}`
    await administer(server.url, `CREATE DATABASE ${template.pathname.slice(1)}`)
    undo.push(() => administer(server.url, `DROP DATABASE ${template.pathname.slice(1)} WITH (FORCE)`))
    await migrateDatabase(template.href)

    project.provide('programs', programs)
    project.provide('template', template.href)
  } catch (fault) {
    await clear()
    throw fault
  }
  return clear
}

/** A folder that is gone after the run with all that a test left in it. */
async function temporaryFolder(): Promise<string> {
  const { TMPDIR = (await hasRoom(MEMORY)) ? MEMORY : tmpdir() } = process.env
  const folder = await mkdtemp(join(TMPDIR, 'mod-list-catalog-tests-'))
  await chmod(folder, 0o755) // where root runs the tests, another user runs PostgreSQL
  return folder
}

async function hasRoom(folder: string): Promise<boolean> {
  try {
    await access(folder, constants.W_OK)
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize > ENOUGH
  } catch {
    return false
  }
}

/** The server of TEST_DATABASE_URL, or a throw-away one. */
async function openServer(folder: string): Promise<{ url: string; close(): Promise<void> }> {
  const url = process.env.TEST_DATABASE_URL
  if (url) return { url, close: async () => {} }
  const embedded = await openEmbeddedDatabase(join(folder, 'server'), { fsync: false })
  return { url: embedded.url, close: () => embedded.release() }
}

async function administer(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(sql)
  await client.end()
}
