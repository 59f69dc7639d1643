import { readdir, readFile, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openEmbeddedDatabase } from '../../../src/db/embedded/database.ts'
import { asSuperuser } from '../../support/database/query.ts'
import {
  FILES,
  FILES_IN_USE,
  filesIn,
  isRunning,
  launchClient,
  newDataDir,
  postmasterOf,
  query,
  startClient,
  startsOf,
} from '../../support/processes/embedded-clients.ts'

async function open(dataDir: string, options = {}) {
  const database = await openEmbeddedDatabase(dataDir, options)
  onTestFinished(() => database.release())
  return database
}

describe('a new data folder', () => {
  it('gets a database with UTF-8, UTC and durable writes', async () => {
    const { url } = await open(await newDataDir())

    const settings = `SELECT current_database(), current_setting('server_encoding'), current_setting('TimeZone'),
      current_setting('fsync'), current_setting('max_connections'), datlocprovider, datlocale
      FROM pg_database WHERE datname = current_database()`
    expect(await query(url, settings)).toEqual([['catalog', 'UTF8', 'UTC', 'on', '200', 'b', 'C.UTF-8']])
  })

  it('is readable only by its owner, and has an address file only while it is in use', async () => {
    const dataDir = await newDataDir()
    const { release } = await open(dataDir)

    expect(await filesIn(dataDir)).toEqual(FILES_IN_USE)
    for (const name of await readdir(dataDir)) {
      expect([name, (await stat(join(dataDir, name))).mode & 0o077]).toEqual([name, 0])
    }
    await release()
    expect(await filesIn(dataDir)).toEqual(FILES)
  })

  it('accepts connections only from this machine and with the password', async () => {
    const dataDir = await newDataDir()
    const { url } = await open(dataDir)

    const [[addresses, sockets]] = (await query(
      await asSuperuser(url, dataDir),
      "SELECT current_setting('listen_addresses'), current_setting('unix_socket_directories')",
    )) as [[string, string]]
    expect([addresses, sockets]).toEqual(['127.0.0.1', ''])

    const guess = new URL(url)
    guess.password = 'guess'
    await expect(query(guess.href, 'SELECT')).rejects.toMatchObject({ code: '28P01' })

    const arguments_ = await readFile(join(dataDir, 'postgres', 'postmaster.opts'), 'utf8')
    expect(arguments_).not.toContain(new URL(url).password)
  })

  it('survives a crash during initialisation', async () => {
    const dataDir = await newDataDir()
    const child = launchClient(dataDir)
    const isInitialising = async () => (await readdir(dataDir)).some((name) => name.startsWith('postgres.new-'))
    await expect.poll(() => isInitialising().catch(() => false), { interval: 5 }).toBe(true)
    child.kill('SIGKILL')

    const { url } = await open(dataDir)
    expect(await query(url, 'SELECT 1')).toEqual([[1]])
    expect(await filesIn(dataDir)).toEqual(FILES_IN_USE)
  })
})

describe('a data folder', () => {
  it('is used by one of several servers that open it at once; the others are refused, commands use the database', async () => {
    const dataDir = await newDataDir()
    const starts = await Promise.allSettled(Array.from({ length: 6 }, () => startClient(dataDir)))
    const [owner, ...more] = starts.flatMap((start) => (start.status === 'fulfilled' ? start.value : []))
    const refusals = starts.flatMap((start) => (start.status === 'rejected' ? String(start.reason) : []))
    expect([more, refusals.length]).toEqual([[], 5])
    for (const refusal of refusals) {
      expect(refusal).toContain(`is used by a server (${hostname()}, process ${owner?.child.pid}).\nStop that server, `)
    }
    const command = await open(dataDir, { isServer: false })
    expect(command.url).toBe(owner?.url)
    await command.release()
    expect(await query(command.url, 'SELECT 1')).toEqual([[1]])
    expect(await startsOf(dataDir)).toBe(1)

    const server = (await postmasterOf(dataDir)) ?? 0
    await owner?.release()
    expect([await postmasterOf(dataDir), isRunning(server)]).toEqual([undefined, false])
    await expect(query(command.url, 'SELECT 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  })

  it('makes a server wait while a command uses it, and log that once', async () => {
    const dataDir = await newDataDir()
    const command = await open(dataDir, { isServer: false })
    const lines: string[] = []
    const waiting = open(dataDir, { onWait: (line: string) => lines.push(line) })
    await expect.poll(() => lines).toHaveLength(1)
    expect(lines[0]).toBe(`Waiting for process ${process.pid}, which uses the data folder ${dataDir}.`)
    await command.release()

    expect(await query((await waiting).url, 'SELECT 1')).toEqual([[1]])
    expect([lines.length, await startsOf(dataDir)]).toEqual([1, 2])
  })
})

it('a folder without a database is refused with mustExist, and nothing is created', async () => {
  const dataDir = await newDataDir()
  const error = await openEmbeddedDatabase(dataDir, { mustExist: true }).catch(String)

  expect(error).toContain(`There is no database in ${dataDir} (DATA_DIR), and this command does not create one.`)
  await expect(readdir(dataDir)).rejects.toMatchObject({ code: 'ENOENT' })
})
