import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openEmbeddedDatabase } from '../../../src/db/embedded/database.ts'
import { asSuperuser, query } from '../../support/database/query.ts'
import { newDataDir } from '../../support/processes/embedded-clients.ts'
import { startProgram, startServer, stop, upload } from '../../support/processes/programs.ts'

/** Objects that do not belong to the role of the catalog. */
const FOREIGN = `
  SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace
    AND relowner <> 'mod_list_catalog'::regrole
  UNION ALL
  SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace
    AND proowner <> 'mod_list_catalog'::regrole ORDER BY 1`

const RIGHTS = `SELECT rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls FROM pg_roles
  WHERE rolname = current_user`
const NONE = { rolsuper: false, rolcreatedb: false, rolcreaterole: false, rolreplication: false, rolbypassrls: false }

async function open(dataDir: string) {
  const database = await openEmbeddedDatabase(dataDir)
  onTestFinished(() => database.release())
  return { ...database, superuser: await asSuperuser(database.url, dataDir) }
}

/** Runs a command on a data folder. Returns its output. */
async function command(dataDir: string, ...args: string[]): Promise<string> {
  const { status, out, err } = await startProgram('cli', { DATA_DIR: dataDir }, args).exit
  expect({ status, err }).toEqual({ status: 0, err: expect.stringMatching(/^(Using the database [^\n]*\n)?$/) })
  return out.trim()
}

describe('the role of the catalog on the embedded database', () => {
  it('has no rights beyond its own database: it reads no file, runs no program, and creates no role', async () => {
    const { url } = await open(await newDataDir())
    expect(await query(url, RIGHTS)).toEqual([NONE])
    for (const statement of [
      "SELECT pg_read_file('postgresql.conf')",
      "COPY (SELECT 1) TO PROGRAM 'true'",
      "COPY (SELECT 1) TO '/tmp/mod-list-catalog-copy'",
      "SELECT lo_import('/etc/passwd')",
      'CREATE ROLE other SUPERUSER',
      'CREATE DATABASE other',
      "ALTER SYSTEM SET archive_command = 'true'",
      'ALTER ROLE catalog PASSWORD NULL',
      'SET ROLE catalog',
    ]) {
      await expect(query(url, statement)).rejects.toThrow(/permission denied/)
    }
  })

  it('serves, migrates and administers a new data folder, also beside the running server', async () => {
    const dataDir = await newDataDir()
    const server = await startServer({ DATA_DIR: dataDir })
    expect(await upload(server, 'My list')).toBe(201)
    expect(await command(dataDir, 'user', 'create', 'Ada')).toBe('Created user Ada.')
    expect(await command(dataDir, 'export', join(dataDir, 'catalog.backup'))).toMatch(/^Exported 1 user,/)
    await stop(server)
    expect(await command(dataDir, 'user', 'list')).toContain('Ada')
    const { superuser } = await open(dataDir)
    expect(await query(superuser, FOREIGN)).toEqual([])
  })
})
