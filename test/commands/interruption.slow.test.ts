import { randomBytes } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { describe, expect, onTestFinished, vi } from 'vitest'
import { it } from '../support/backup.ts'
import { runIn } from '../support/commands/run.ts'
import { query } from '../support/database/query.ts'
import { newDataDir, postmasterOf } from '../support/processes/embedded-clients.ts'
import { startCommand, startProgram, startServer, wordsOf } from '../support/processes/programs.ts'
import { fillList } from '../support/requests/forms.ts'

vi.setConfig({ testTimeout: 180_000 })
const WAIT = { timeout: 60_000, interval: 50 }

/** Returns the URL of the embedded database that runs in the folder. */
async function addressOf(dataDir: string): Promise<string> {
  const [, , , port] = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')
  const password = (await readFile(join(dataDir, 'postgres.password'), 'utf8')).trim()
  return `postgresql://catalog:${password}@127.0.0.1:${port}/catalog`
}

/** Opens a transaction that holds the locks of the statements until the test ends. */
async function hold(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {}) // the server may stop first
  await client.connect()
  onTestFinished(() => client.end().catch(() => {}))
  for (const statement of ['BEGIN', ...statements]) await client.query(statement)
}

const waiting = (url: string) => query(url, `SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock'`)
const isWaiting = async (url: string) => (await waiting(url)).length > 0

describe('a command that is ended by a signal', () => {
  it.for([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('stops the PostgreSQL that it started and stores nothing, after %s', async ([signal, status]) => {
    const DATA_DIR = await newDataDir()
    const { child, exit, err } = startCommand(wordsOf('cli', ['import', '-']), { DATA_DIR }, 'pipe')
    child.stdin?.on('error', () => {})
    await expect.poll(err, WAIT).toContain('Using the database')
    const isReading = async () =>
      (await query(await addressOf(DATA_DIR), `SELECT FROM pg_stat_activity WHERE state = 'idle in transaction'`))
        .length
    await expect.poll(() => isReading().catch(() => 0), WAIT).toBe(1)

    child.kill(signal)
    expect(await exit).toEqual({ status, out: '', err: `Using the database in ${DATA_DIR} (DATA_DIR).\n` })
    expect(await postmasterOf(DATA_DIR)).toBeUndefined()
    expect(await runIn({ DATA_DIR }, 'user', 'list')).toMatchObject({
      status: 1,
      complained: expect.stringMatching(/^The database is empty/),
    })
  })

  it('stops a PostgreSQL that is still starting', async () => {
    const DATA_DIR = await newDataDir()
    const { child, exit } = startProgram('cli', { DATA_DIR }, ['migrate'])
    await expect.poll(() => postmasterOf(DATA_DIR), { ...WAIT, interval: 20 }).toBeDefined()

    child.kill('SIGTERM')
    expect(await exit).toMatchObject({ status: 143, err: '' })
    expect(await postmasterOf(DATA_DIR)).toBeUndefined()
  })

  it('leaves the previous backup and no part of the new one, during an export', async ({ file, url, db: _ }) => {
    await writeFile(file, 'the previous one')
    await hold(url, 'LOCK TABLE files IN ACCESS EXCLUSIVE MODE')
    const { child, exit } = startProgram('cli', { DATABASE_URL: url }, ['export', file])
    await expect.poll(() => isWaiting(url), WAIT).toBe(true)

    child.kill('SIGINT')
    expect(await exit).toEqual({ status: 130, out: '', err: '' })
    expect(await readdir(dirname(file))).toEqual(['catalog.backup'])
    expect(await readFile(file, 'utf8')).toBe('the previous one')
  })

  it.for([
    ['cli', ['migrate'], 143],
    ['server', [], 0],
  ] as const)('ends although it waits for a migration: %s', async ([program, args, status]) => {
    const DATA_DIR = await newDataDir()
    await startServer({ DATA_DIR })
    const DATABASE_URL = await addressOf(DATA_DIR)
    await hold(DATABASE_URL, 'LOCK TABLE _prisma_migrations IN ACCESS EXCLUSIVE MODE')
    const database = program === 'cli' ? { DATA_DIR } : { DATABASE_URL } // a second server on the folder is refused
    const { child, exit } = startProgram(program, { ...database, PORT: '0', LOG_LEVEL: 'silent' }, [...args])
    // The server asks for migrations now and then, and waits too. Only a migrating program holds the advisory lock.
    const migrating = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = 5274901`
    await expect.poll(async () => (await query(DATABASE_URL, migrating)).length, WAIT).toBe(1)

    child.kill('SIGTERM')
    expect(await exit).toEqual({ status, out: '', err: '' })
    expect(await postmasterOf(DATA_DIR)).toBeDefined()
  })
})

describe('a command whose output cannot be written', () => {
  const toFull = (url: string, ...args: string[]) =>
    startCommand(['sh', '-c', 'exec "$@" > /dev/full', 'sh', ...wordsOf('cli', args)], { DATABASE_URL: url }).exit

  it.runIf(process.platform === 'linux').for([[['export', '-']], [['user', 'list']], [['--help']]])(
    'says so in one line and exits with status 1: %j',
    async ([args], { url, db: _ }) => {
      const { status, err } = await toFull(url, ...(args ?? []))
      expect([status, err]).toEqual([1, "Standard output can't be used: ENOSPC: no space left on device, write\n"])
    },
  )

  it('says that a backup is incomplete if its reader closes the pipe', async ({ url, api, db: _ }) => {
    const noise = randomBytes(400_000).toString('base64') // more than a pipe holds
    await fillList(api.post('/v1/lists'), {}, { 'modlist.txt': noise }).expect(201)
    const command = `{ "$@"; echo $? >&2; } | head -c 1 > /dev/null`
    const { err } = await startCommand(['sh', '-c', command, 'sh', ...wordsOf('cli', ['export', '-'])], {
      DATABASE_URL: url,
    }).exit
    expect(err).toBe('Standard output was closed before the end of the backup.\n1\n')
  })
})
