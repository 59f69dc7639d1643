import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { findServerUser } from '../../../../src/db/embedded/system-user.ts'
import { freePort } from '../../processes/free-port.ts'
import { at } from '../query.ts'

/*
 * Real PgBouncers, if installed: the programs in the variable PGBOUNCER (separated as in PATH), or else the one in
 * PATH. How to get one: docs/poolers.md.
 */

export interface PgBouncer {
  program: string
  version: string
}

const { PGBOUNCER, PATH = '' } = process.env

const programs = (
  PGBOUNCER?.split(delimiter) ?? [...PATH.split(delimiter), '/usr/sbin'].map((folder) => join(folder, 'pgbouncer'))
)
  .filter((path) => existsSync(path))
  .map((program): PgBouncer => {
    const printed = execFileSync(program, ['--version'], { encoding: 'utf8' })
    return { program, version: /PgBouncer ([\d.]+)/.exec(printed)?.[1] ?? '0' }
  })

const tracksStatements = ({ version }: PgBouncer) => {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > 1 || minor >= 21
}

/** A PgBouncer that supports prepared statements in transaction pooling: version 1.21 or later. */
export const newPgBouncer = programs.find(tracksStatements)
/** An older PgBouncer, such as that of Debian 12. */
export const oldPgBouncer = programs.find((found) => !tracksStatements(found))

/** Returns a title for tests that need a PgBouncer. If it is missing, the title says that the tests are skipped. */
export const withProgram = (found: PgBouncer | undefined, needed: string) =>
  found === undefined ? `skipped: no PgBouncer ${needed} is installed (docs/poolers.md)` : `PgBouncer ${found.version}`

interface Pooler {
  /** The address of the database through the pooler. */
  url: string
  /** Ends the pooler like a crash. */
  kill(): Promise<void>
  /** Starts the pooler again at the same address. */
  start(): Promise<void>
}

/** The settings that docs/poolers.md recommends. */
export const DOCUMENTED = documentedSettings(
  readFileSync(new URL('../../../../docs/poolers.md', import.meta.url), 'utf8'),
)

function documentedSettings(page: string): Record<string, string> {
  const [, file = ''] = /```ini\n([\s\S]*?)```/.exec(page) ?? []
  const [, connectQuery = ''] = /connect_query='([^']*)'/.exec(file) ?? []
  const [, section = ''] = file.split('[pgbouncer]')
  const settings = [...section.matchAll(/^(\w+) = (.+)$/gm)].map(([, name = '', value = '']) => [name, value])
  return { ...Object.fromEntries(settings), connectQuery }
}

/** Runs a PgBouncer in front of a database until the test ends. Throws if it is not installed. */
export async function startPgBouncer(
  pgbouncer: PgBouncer | undefined,
  databaseUrl: string,
  { connectQuery = '', ...settings }: Record<string, string> = {},
): Promise<Pooler> {
  if (pgbouncer === undefined) throw new Error('This PgBouncer is not installed.')
  const { hostname, port, username, password, pathname } = new URL(databaseUrl)
  const folder = await mkdtemp(join(tmpdir(), 'pgbouncer-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const listenPort = await freePort()
  const query = connectQuery === '' ? '' : `connect_query='${connectQuery.replaceAll("'", "''")}'`
  const all = {
    listen_addr: '127.0.0.1',
    listen_port: String(listenPort),
    unix_socket_dir: '',
    auth_type: 'any',
    max_client_conn: '500',
    ...settings,
  }
  const database = decodeURIComponent(pathname.slice(1))
  const lines = [
    '[databases]',
    `${database} = host=${hostname} port=${port} dbname=${database} user=${username} password=${decodeURIComponent(password)} ${query}`,
    '[pgbouncer]',
    ...Object.entries(all).map(([name, value]) => `${name} = ${value}`),
  ]
  const file = join(folder, 'pgbouncer.ini')
  await writeFile(file, lines.join('\n'))
  await chmod(folder, 0o755) // PgBouncer does not run as root

  let kill = async () => {}
  const start = async () => {
    const child = spawn(pgbouncer.program, [file], {
      ...(await findServerUser(folder)),
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const ended = once(child, 'close')
    kill = async () => {
      child.kill('SIGKILL')
      await ended
    }
    let log = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      log += text
    })
    await expect.poll(() => (child.exitCode === null ? log : `ended: ${log}`)).toMatch(/process up|ended/)
    expect(log).toContain('process up')
  }
  onTestFinished(() => kill())
  await start()
  return { url: at(databaseUrl, { port: String(listenPort) }), kill: () => kill(), start }
}
