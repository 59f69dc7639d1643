import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
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

/** A PostgreSQL server for the whole run: the one of TEST_DATABASE_URL, or a throw-away one. And the programs to start. */
export default async function setup(project: TestProject) {
  const { TMPDIR = tmpdir() } = project.config.env ?? {} // a configuration of several projects has none
  const server = await openServer(TMPDIR)
  const programs = resolve(`dist/tested-${process.pid}`)
  const template = new URL(server.url)
  template.pathname = `/mod_list_catalog_test_${randomBytes(6).toString('hex')}`
  const clear = async () => {
    await rm(programs, { recursive: true, force: true })
    await administer(server.url, `DROP DATABASE IF EXISTS ${template.pathname.slice(1)} WITH (FORCE)`)
    await server.close()
  }
  try {
    await bundlePrograms(programs, { holder: 'test/db/embedded/fixtures/holder.ts' })
    await administer(server.url, `CREATE DATABASE ${template.pathname.slice(1)}`)
    await migrateDatabase(template.href)
  } catch (fault) {
    await clear()
    throw fault
  }
  project.provide('programs', programs)
  project.provide('template', template.href)
  return clear
}

async function openServer(temporary: string): Promise<{ url: string; close(): Promise<void> }> {
  const url = process.env.TEST_DATABASE_URL
  if (url) return { url, close: async () => {} }

  const folder = await mkdtemp(join(temporary, 'mod-list-catalog-test-'))
  const embedded = await openEmbeddedDatabase(folder, { fsync: false })
  const close = async () => {
    await embedded.release()
    await rm(folder, { recursive: true, force: true })
  }
  return { url: embedded.url, close }
}

async function administer(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(sql)
  await client.end()
}
