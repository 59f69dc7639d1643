import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openEmbeddedDatabase } from '../../../src/db/embedded/database.ts'
import { asSuperuser } from '../../support/database/query.ts'
import {
  FILES,
  filesIn,
  isRoot,
  isRunning,
  kill,
  newDataDir,
  postmasterOf,
  query,
  startClient,
  startsOf,
} from '../../support/processes/embedded-clients.ts'

const SOON = { interval: 20 }

async function open(dataDir: string, log = (_: string) => {}, isServer = true) {
  const database = await openEmbeddedDatabase(dataDir, { log, isServer })
  onTestFinished(() => database.release())
  return database
}

async function runningServer(dataDir: string): Promise<number> {
  const pid = await postmasterOf(dataDir)
  if (pid === undefined) throw new Error('There is no server.')
  return pid
}

/** Returns the id of the watcher, the shell that stops a PostgreSQL when its owner has ended. */
function watcherOf(server: number): number {
  return Number(execFileSync('pgrep', ['-s', String(server), '-x', 'sh'], { encoding: 'utf8' }))
}

describe('when the owner of a data folder is killed', () => {
  it('its PostgreSQL stops, and the next start has all data', async () => {
    const dataDir = await newDataDir()
    const owner = await startClient(dataDir)
    await query(owner.url, "CREATE TABLE kept AS SELECT 'text' AS value")
    const server = await runningServer(dataDir)
    await kill(owner.child)
    await expect.poll(() => isRunning(server), SOON).toBe(false)

    const { url, release } = await open(dataDir)
    expect(await query(url, 'SELECT value FROM kept')).toEqual([['text']])
    await release()
    expect(await filesIn(dataDir)).toEqual(FILES)
  })

  it('together with its watcher, its PostgreSQL runs on: a server is refused until it has ended, a command uses it', async () => {
    const dataDir = await newDataDir()
    const owner = await startClient(dataDir)
    const server = await runningServer(dataDir)
    process.kill(watcherOf(server), 'SIGKILL')
    await kill(owner.child)
    expect(await query((await open(dataDir, undefined, false)).url, 'SELECT 1')).toEqual([[1]])
    await expect(openEmbeddedDatabase(dataDir)).rejects.toThrow('is used by a server')
    expect(await startsOf(dataDir)).toBe(1)

    process.kill(server, 'SIGINT')
    await expect.poll(() => isRunning(server), SOON).toBe(false)
    expect(await query((await open(dataDir)).url, 'SELECT 1')).toEqual([[1]])
    expect(await startsOf(dataDir)).toBe(2)
  })
})

it('Ctrl-C in the terminal of the owner does not reach PostgreSQL', async () => {
  const dataDir = await newDataDir()
  const { child, url } = await startClient(dataDir)
  child.kill('SIGSTOP') // now only a signal could stop PostgreSQL
  process.kill(-(child.pid ?? Number.NaN), 'SIGINT') // as Ctrl-C does: to the whole process group
  expect(await query(url, 'SELECT 1')).toEqual([[1]])
})

/** Starts an endless loop in a backend, and returns its process id and the query. */
async function busyBackend(url: string): Promise<[pid: number, query: Promise<unknown>]> {
  const work = 'DO $$ BEGIN LOOP END LOOP; END $$'
  const broken = query(url, work).catch(() => {})
  const active = `SELECT pid FROM pg_stat_activity WHERE state = 'active' AND query = '${work}'`
  await expect.poll(() => query(url, active), SOON).toHaveLength(1)
  const [[backend]] = (await query(url, active)) as [[number]]
  return [backend, broken]
}

describe('when PostgreSQL is killed', () => {
  it('its owner restarts it at the same address, and pools recover', async () => {
    const dataDir = await newDataDir()
    const lines: string[] = []
    const { url, release } = await open(dataDir, (line) => lines.push(line))
    const pool = new pg.Pool({ connectionString: url })
    pool.on('error', () => {})
    onTestFinished(() => pool.end())
    await pool.query("CREATE TABLE kept AS SELECT 'text' AS value")

    for (const starts of [2, 3]) {
      const server = await runningServer(dataDir)
      process.kill(server, 'SIGKILL')
      await expect.poll(() => isRunning(server), SOON).toBe(false)
      const value = () => pool.query('SELECT value FROM kept').catch(() => undefined)
      await expect.poll(async () => (await value())?.rows, SOON).toEqual([{ value: 'text' }])
      await expect.poll(() => startsOf(dataDir), SOON).toBe(starts) // a backend of the killed server may have answered
      // The owner sees the server run a moment after the first client does.
      await expect.poll(() => lines.filter((line) => line.endsWith(' runs again.')).length, SOON).toBe(starts - 1)
    }
    const { port } = new URL(url)
    expect(lines.filter((line) => line.startsWith('PostgreSQL on port ')).slice(0, 2)).toEqual([
      `PostgreSQL on port ${port} has ended. Restarting it.`,
      `PostgreSQL on port ${port} runs again.`,
    ])

    const server = await runningServer(dataDir)
    await release()
    expect(isRunning(server)).toBe(false)
  })

  it('while a backend is busy, its owner restarts it as soon as the backend has ended', async () => {
    const dataDir = await newDataDir()
    const { url } = await open(dataDir)
    const [backend, broken] = await busyBackend(url)
    process.kill(await runningServer(dataDir), 'SIGKILL')
    await expect(query(url, 'SELECT 1')).rejects.toThrow(/ECONN/)
    expect(isRunning(backend)).toBe(true)

    process.kill(backend, 'SIGTERM')
    await expect.poll(() => query(url, 'SELECT 1').catch(() => undefined), SOON).toEqual([[1]])
    expect(await startsOf(dataDir)).toBe(2)
    await broken
  })

  it('its owner retries until it starts, and logs why it does not', async () => {
    const dataDir = await newDataDir()
    const lines: string[] = []
    const { url } = await open(dataDir, (line) => lines.push(line))
    const settings = join(dataDir, 'postgres', 'postgresql.conf')
    const good = await readFile(settings, 'utf8')
    await writeFile(settings, `${good}\nno_such_setting = 'on'\n`)
    process.kill(await runningServer(dataDir), 'SIGKILL')
    await expect.poll(() => lines.filter((line) => line.includes('no_such_setting')).length, SOON).toBe(2)

    await writeFile(settings, good)
    await expect.poll(() => query(url, 'SELECT 1').catch(() => undefined), SOON).toEqual([[1]])
  })

  it('its owner waits until the port of its URL is free', async () => {
    const dataDir = await newDataDir()
    const { child, url } = await startClient(dataDir)
    const squatter = createServer((socket) => socket.destroy())
    child.kill('SIGSTOP')
    process.kill(await runningServer(dataDir), 'SIGKILL')
    const squat = () => once(squatter.listen(Number(new URL(url).port), '127.0.0.1'), 'listening')
    await expect.poll(() => squat().then(() => 'taken', String), SOON).toBe('taken')
    child.kill('SIGCONT')
    const refusals = async () => (await readFile(join(dataDir, 'postgres.log'), 'utf8')).split('could not bind').length
    await expect.poll(refusals, SOON).toBeGreaterThan(2)

    squatter.close()
    await expect.poll(() => query(url, 'SELECT 1').catch(() => undefined), SOON).toEqual([[1]])
  })

  it('an owner that stops during the restart leaves no PostgreSQL', async () => {
    const dataDir = await newDataDir()
    const { release } = await open(dataDir)
    process.kill(await runningServer(dataDir), 'SIGKILL')
    await release()

    const server = await postmasterOf(dataDir)
    expect(server !== undefined && isRunning(server)).toBe(false)
  })
})

describe('a postmaster.pid that was left behind', () => {
  /** Creates a data folder whose PostgreSQL and owner were killed. Its postmaster.pid names another running program. */
  async function abandonedDataDir(): Promise<{ dataDir: string; bystander: number }> {
    const dataDir = await newDataDir()
    const client = await startClient(dataDir)
    const server = await runningServer(dataDir)
    await kill(client.child)
    process.kill(server, 'SIGKILL')
    await expect.poll(() => isRunning(server), SOON).toBe(false)

    const { uid, gid } = await stat(join(dataDir, 'postgres'))
    const sleep = spawn('/bin/sleep', ['600'], { stdio: 'ignore', ...(isRoot && { uid, gid }) })
    onTestFinished(() => void sleep.kill())
    await once(sleep, 'spawn')
    const path = join(dataDir, 'postgres', 'postmaster.pid')
    await writeFile(path, (await readFile(path, 'utf8')).replace(/^\d+/, `${sleep.pid}`))
    return { dataDir, bystander: sleep.pid ?? 0 }
  }

  it('does not block the start if another program now has its process id', async () => {
    const { dataDir, bystander } = await abandonedDataDir()
    expect(await query((await open(dataDir)).url, 'SELECT 1')).toEqual([[1]])
    expect(isRunning(bystander)).toBe(true)
  })

  it('stops the start and is kept if nothing proves that its server is dead', async () => {
    const { dataDir, bystander } = await abandonedDataDir()
    await rm(join(dataDir, 'postgres.address')) // as if somebody had started PostgreSQL by hand

    await expect(openEmbeddedDatabase(dataDir)).rejects.toThrow(/lock file "postmaster.pid" already exists/)
    expect(await postmasterOf(dataDir)).toBe(bystander)
  })

  it('does not lead from a copied folder to the server of the original', async () => {
    const [dataDir, copyDir] = [await newDataDir(), await newDataDir()]
    const original = await open(dataDir)
    await query(await asSuperuser(original.url, dataDir), 'CHECKPOINT')
    await mkdir(dirname(copyDir), { recursive: true })
    execFileSync('cp', ['-a', dataDir, copyDir])

    const copy = await open(copyDir)
    await query(copy.url, 'CREATE TABLE of_the_copy (id int)')
    expect(await query(original.url, "SELECT to_regclass('of_the_copy')")).toEqual([[null]])
  })
})
