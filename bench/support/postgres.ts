import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbeddedDatabase } from '../../src/db/embedded/database.ts'
import { migrateDatabase } from '../../src/db/migrations.ts'
import { asSuperuser, at, query } from '../../test/support/database/query.ts'
import { type Fill, fillDatabase } from './data.ts'
import { stopServers } from './processes.ts'
import { progress } from './report.ts'

interface Postgres {
  /** The process id of the postmaster, whose children run the queries. */
  pid: number
  /** Returns the address of a new migrated database with generated data. */
  database(fill: Fill): Promise<string>
  /** Returns the address of a new database without tables. */
  empty(name: string): Promise<string>
  /** Stops the servers of the bench, then PostgreSQL. */
  close(): Promise<void>
}

/** Starts a temporary PostgreSQL with production settings, including fsync. */
export async function startPostgres(): Promise<Postgres> {
  const folder = await mkdtemp(join(tmpdir(), 'mod-list-catalog-bench-'))
  const server = await openEmbeddedDatabase(folder)
  const address = await asSuperuser(server.url, folder)
  const [row] = await query(address, `SELECT pg_read_file('postmaster.pid') AS text`)
  const template = at(address, { database: 'bench_template' })
  await query(address, 'CREATE DATABASE bench_template')
  await migrateDatabase(template)

  return {
    pid: Number(String(row?.text).split('\n')[0]),
    database: async (fill) => {
      const name = `bench_${fill.lists}_${fill.bytes.join('_')}`
      progress(`making ${fill.lists} lists`)
      await query(address, `CREATE DATABASE ${name} TEMPLATE bench_template`)
      const url = at(address, { database: name })
      await fillDatabase(url, fill)
      return url
    },
    empty: async (name) => {
      await query(address, `CREATE DATABASE bench_${name}`)
      return at(address, { database: `bench_${name}` })
    },
    close: async () => {
      await stopServers()
      await server.release()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
