import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, readFile, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openEmbeddedDatabase } from '../../../src/db/embedded/database.ts'
import { isRunning, launchClient, newDataDir, postmasterOf, query, startClient, startsOf } from './clients.ts'

async function open(dataDir: string, options = {}) {
  const database = await openEmbeddedDatabase(dataDir, { fsync: false, ...options })
  onTestFinished(() => database.release())
  return database
}

describe('a new data folder', () => {
  it('gets a database with UTF-8, UTC and durable writes', async () => {
    const { url } = await open(await newDataDir(), { fsync: true })

    const settings = `SELECT current_database(), current_setting('server_encoding'), current_setting('TimeZone'),
      current_setting('fsync'), current_setting('max_connections'), datlocprovider, datlocale
      FROM pg_database WHERE datname = current_database()`
    expect(await query(url, settings)).toEqual([['catalog', 'UTF8', 'UTC', 'on', '200', 'b', 'C.UTF-8']])
  })

  it('is readable by its owner alone, and holds nothing but the cluster, its log and its password', async () => {
    const dataDir = await newDataDir()
    await open(dataDir)

    expect((await readdir(dataDir)).sort()).toEqual(['postgres', 'postgres.log', 'postgres.password'])
    for (const name of await readdir(dataDir)) {
      expect([name, (await stat(join(dataDir, name))).mode & 0o077]).toEqual([name, 0])
    }
  })

  it('can be entered from this machine with the password only', async () => {
    const dataDir = await newDataDir()
    const { url } = await open(dataDir)

    const [[addresses, sockets]] = (await query(
      url,
      "SELECT current_setting('listen_addresses'), current_setting('unix_socket_directories')",
    )) as [[string, string]]
    expect([addresses, sockets]).toEqual(['127.0.0.1', ''])

    const guess = new URL(url)
    guess.password = 'guess'
    await expect(query(guess.href, 'SELECT')).rejects.toMatchObject({ code: '28P01' })

    const arguments_ = await readFile(join(dataDir, 'postgres', 'postmaster.opts'), 'utf8')
    expect(arguments_).not.toContain(new URL(url).password)
  })

  it('lets its user create and copy databases', async () => {
    const { url } = await open(await newDataDir())
    await query(url, 'CREATE TABLE kept (name text)')
    await query(new URL('/postgres', url).href, 'CREATE DATABASE copy TEMPLATE catalog')

    expect(await query(new URL('/copy', url).href, 'SELECT count(*)::int FROM kept')).toEqual([[0]])
  })

  it('survives a crash while it is initialised', async () => {
    const dataDir = await newDataDir()
    const child = launchClient(dataDir)
    const isInitialising = async () => (await readdir(dataDir)).some((name) => name.startsWith('postgres.new-'))
    await expect.poll(() => isInitialising().catch(() => false), { interval: 5 }).toBe(true)
    child.kill('SIGKILL')

    const { url } = await open(dataDir)
    expect(await query(url, 'SELECT 1')).toEqual([[1]])
    expect((await readdir(dataDir)).sort()).toEqual(['postgres', 'postgres.log', 'postgres.password'])
  })
})

/** Ends a moment after a password is made for a new database: with 0, or with 1 if its own folder is gone by then. */
const OUTLIVING = `
  const { existsSync } = require('node:fs')
  const [, folder, password] = process.argv
  const end = () => process.exit(existsSync(folder) ? 0 : 1)
  const poll = () => (existsSync(password) ? setTimeout(end, 300) : setTimeout(poll, 5))
  poll()`

it.skipIf(process.platform !== 'linux')('an initdb that outlives a crash ends before its folder goes', async () => {
  const dataDir = await newDataDir()
  const cluster = join(dataDir, 'postgres.new-crashed', 'cluster')
  await mkdir(cluster, { recursive: true })
  const child = spawn(process.execPath, ['-e', OUTLIVING, cluster, join(dataDir, 'postgres.password')], {
    cwd: cluster,
    stdio: 'ignore',
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const exited = once(child, 'exit')

  await open(dataDir)
  expect(await exited).toEqual([0, null])
  expect((await readdir(dataDir)).sort()).toEqual(['postgres', 'postgres.log', 'postgres.password'])
})

describe('a data folder in use', () => {
  it('keeps everything from one start to the next', async () => {
    const dataDir = await newDataDir()
    const first = await open(dataDir)
    await query(first.url, "CREATE TABLE kept AS SELECT 'text' AS value")
    await first.release()
    expect(await postmasterOf(dataDir)).toBeUndefined()

    const second = await open(dataDir)
    expect(second.url).toBe(first.url)
    expect(await query(second.url, 'SELECT value FROM kept')).toEqual([['text']])
  })

  it('moves to another port when its own was taken meanwhile', async () => {
    const dataDir = await newDataDir()
    const first = await open(dataDir)
    await first.release()
    const { port } = new URL(first.url)
    const squatter = createServer().listen(Number(port), '127.0.0.1')
    onTestFinished(() => void squatter.close())
    await once(squatter, 'listening')

    const { url } = await open(dataDir)
    expect(new URL(url).port).not.toBe(port)
    expect(await query(url, 'SELECT 1')).toEqual([[1]])
  })

  it('has one server, however many processes open it at once, until the last one releases it', async () => {
    const dataDir = await newDataDir()
    const clients = await Promise.all(Array.from({ length: 10 }, () => startClient(dataDir)))
    const [last, ...others] = clients
    if (!last) throw new Error('There is no client.')
    const server = (await postmasterOf(dataDir)) ?? 0

    expect(new Set(clients.map(({ url }) => url)).size).toBe(1)
    expect(await startsOf(dataDir)).toBe(1)

    await Promise.all(others.map((client) => client.release()))
    expect(await query(last.url, 'SELECT 1')).toEqual([[1]])

    await last.release()
    expect(await postmasterOf(dataDir)).toBeUndefined()
    expect(isRunning(server)).toBe(false)
  })

  it('is running for a client that joins while the last one leaves', async () => {
    const dataDir = await newDataDir()
    let current = await open(dataDir)
    for (let round = 0; round < 10; round++) {
      const [next] = await Promise.all([open(dataDir), current.release()])
      expect(await query(next.url, 'SELECT 1')).toEqual([[1]])
      current = next
    }
  })

  it('is released once, however often that is asked for', async () => {
    const dataDir = await newDataDir()
    const [one, other] = [await open(dataDir), await open(dataDir)]
    await Promise.all([one.release(), one.release()])
    await one.release()

    expect(await query(other.url, 'SELECT 1')).toEqual([[1]])
  })

  it('counts leases alone, not other connections', async () => {
    const dataDir = await newDataDir()
    const { url, release } = await open(dataDir)
    const sleeping = expect(query(url, 'SELECT pg_sleep(60)')).rejects.toMatchObject({ code: '57P01' })
    const count =
      "SELECT count(*)::int FROM pg_stat_activity WHERE query LIKE '%pg_sleep(60)%' AND wait_event = 'PgSleep'"
    await expect.poll(() => query(url, count)).toEqual([[1]])

    await release()
    await sleeping
    expect(await postmasterOf(dataDir)).toBeUndefined()
  })
})
