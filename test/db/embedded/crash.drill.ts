import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, readFile, stat, utimes, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openDataFolder } from '../../../src/db/embedded/data-folder.ts'
import { openEmbeddedDatabase } from '../../../src/db/embedded/database.ts'
import { withInterprocessLock } from '../../../src/db/embedded/interprocess-lock.ts'
import {
  COUNT_LEASES,
  isRoot,
  isRunning,
  kill,
  newDataDir,
  postmasterOf,
  query,
  startClient,
  startsOf,
} from './clients.ts'

const SOON = { interval: 20 }

async function open(dataDir: string, log?: (line: string) => void) {
  const database = await openEmbeddedDatabase(dataDir, log && { log })
  onTestFinished(() => database.release())
  return database
}

async function runningServer(dataDir: string): Promise<number> {
  const pid = await postmasterOf(dataDir)
  if (pid === undefined) throw new Error('There is no server.')
  return pid
}

describe('when a client is killed', () => {
  it('the server goes on, and the next client takes it over and stops it', async () => {
    const dataDir = await newDataDir()
    const client = await startClient(dataDir)
    await query(client.url, "CREATE TABLE kept AS SELECT 'text' AS value")
    const server = await runningServer(dataDir)
    await kill(client.child)
    expect(isRunning(server)).toBe(true)

    const { url, release } = await open(dataDir)
    expect([url, await runningServer(dataDir)]).toEqual([client.url, server])
    expect(await query(url, 'SELECT value FROM kept')).toEqual([['text']])

    await release()
    expect(isRunning(server)).toBe(false)
  })

  it('the others still know which of them is last', async () => {
    const dataDir = await newDataDir()
    const [starter, victim] = [await startClient(dataDir), await startClient(dataDir)]
    const { url, release } = await open(dataDir)
    const server = await runningServer(dataDir)
    await kill(victim.child)
    await starter.release()
    await expect.poll(() => query(url, COUNT_LEASES), SOON).toEqual([[1]])

    await release()
    expect(isRunning(server)).toBe(false)
  })

  it('by Ctrl-C in its terminal, the server is not signalled', async () => {
    const dataDir = await newDataDir()
    const client = await startClient(dataDir)
    const closed = once(client.child, 'close')
    process.kill(-(client.child.pid ?? Number.NaN), 'SIGINT') // as Ctrl-C does: to the whole group
    await closed

    expect(await query(client.url, 'SELECT 1')).toEqual([[1]])
    await (await open(dataDir)).release()
  })
})

describe('when the server is killed', () => {
  it('its clients restart it at the same address, and pools go on', async () => {
    const dataDir = await newDataDir()
    const lines: string[] = []
    const clients = [await open(dataDir, (line) => lines.push(line)), await open(dataDir), await startClient(dataDir)]
    const url = clients[0]?.url ?? ''
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
      await expect.poll(() => query(url, COUNT_LEASES), SOON).toEqual([[3]])
      expect(await startsOf(dataDir)).toBe(starts)
    }
    const { port } = new URL(url)
    expect(lines.slice(1, 3)).toEqual([
      `PostgreSQL on port ${port} is gone; bringing it back.`,
      `PostgreSQL on port ${port} is back.`,
    ])

    const server = await runningServer(dataDir)
    for (const client of clients) await client.release()
    expect(isRunning(server)).toBe(false)
  })

  it('its client tries until it starts, and logs why it does not', async () => {
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

  it('its client waits for the port of its URL, and others may release it meanwhile', async () => {
    const dataDir = await newDataDir()
    const [{ url }, other] = [await open(dataDir), await open(dataDir)]
    const squatter = createServer((socket) => socket.destroy())
    await withInterprocessLock((await openDataFolder(dataDir)).path, async () => {
      const server = await runningServer(dataDir)
      process.kill(server, 'SIGKILL')
      const squat = () => once(squatter.listen(Number(new URL(url).port), '127.0.0.1'), 'listening')
      await expect.poll(() => squat().then(() => 'taken', String), SOON).toBe('taken')
    })
    const refusals = async () => (await readFile(join(dataDir, 'postgres.log'), 'utf8')).split('could not bind').length
    await expect.poll(refusals, SOON).toBeGreaterThan(2)
    await other.release()

    squatter.close()
    await expect.poll(() => query(url, 'SELECT 1').catch(() => undefined), SOON).toEqual([[1]])
  })

  it('a client that releases it meanwhile ends quietly', async () => {
    const dataDir = await newDataDir()
    const { release } = await open(dataDir)
    process.kill(await runningServer(dataDir), 'SIGKILL')
    await release()

    const server = await postmasterOf(dataDir)
    expect(server !== undefined && isRunning(server)).toBe(false)
  })

  it('the next start kills a backend that is still busy and would never exit', async () => {
    const dataDir = await newDataDir()
    const client = await startClient(dataDir)
    const server = await runningServer(dataDir)
    const work = 'DO $$ BEGIN LOOP END LOOP; END $$'
    const broken = query(client.url, work).catch(() => {})
    const active = `SELECT pid FROM pg_stat_activity WHERE state = 'active' AND query = '${work}'`
    await expect.poll(() => query(client.url, active), SOON).toHaveLength(1)
    const [[backend]] = (await query(client.url, active)) as [[number]]
    await kill(client.child)
    process.kill(server, 'SIGKILL')
    expect(isRunning(backend)).toBe(true)

    const { url } = await open(dataDir)
    expect(isRunning(backend)).toBe(false)
    expect(await query(url, 'SELECT 1')).toEqual([[1]])
    expect(await readFile(join(dataDir, 'postgres.log'), 'utf8')).toContain('pre-existing shared memory block')
    await broken
  })
})

describe('a postmaster.pid that was left behind', () => {
  /** A data folder whose server was killed together with its client. */
  async function abandonedDataDir(): Promise<string> {
    const dataDir = await newDataDir()
    const client = await startClient(dataDir)
    const server = await runningServer(dataDir)
    await kill(client.child)
    process.kill(server, 'SIGKILL')
    await expect.poll(() => isRunning(server), SOON).toBe(false)
    return dataDir
  }

  async function editPidFile(dataDir: string, change: (text: string) => string): Promise<void> {
    const path = join(dataDir, 'postgres', 'postmaster.pid')
    await writeFile(path, change(await readFile(path, 'utf8')))
  }

  it('does not block the start where another program has its process id now', async () => {
    const dataDir = await abandonedDataDir()
    const { uid, gid } = await stat(join(dataDir, 'postgres'))
    const bystander = spawn('/bin/sleep', ['600'], { stdio: 'ignore', ...(isRoot && { uid, gid }) })
    onTestFinished(() => void bystander.kill())
    await once(bystander, 'spawn')
    await editPidFile(dataDir, (text) => text.replace(/^\d+/, `${bystander.pid}`))

    expect(await query((await open(dataDir)).url, 'SELECT 1')).toEqual([[1]])
    expect(isRunning(bystander.pid ?? 0)).toBe(true)
  })

  it('does not block the start where another PostgreSQL has its process id now', async () => {
    const [dataDir, otherDir] = [await abandonedDataDir(), await newDataDir()]
    const other = await open(otherDir)
    const server = await runningServer(otherDir)
    await editPidFile(dataDir, (text) => text.replace(/^\d+/, `${server}`))

    const { url } = await open(dataDir)
    expect(url).not.toBe(other.url)
    expect(await query(url, 'SELECT 1')).toEqual([[1]])
    expect(await query(other.url, 'SELECT 1')).toEqual([[1]])
  })

  it('does not block the start where a power failure emptied it', async () => {
    const dataDir = await abandonedDataDir()
    await editPidFile(dataDir, () => '')
    await utimes(join(dataDir, 'postgres', 'postmaster.pid'), 0, 0) // long ago: nobody is writing it

    expect(await query((await open(dataDir)).url, 'SELECT 1')).toEqual([[1]])
  })

  it('does not lead from a copied folder to the server of the original', async () => {
    const [dataDir, copyDir] = [await newDataDir(), await newDataDir()]
    const original = await open(dataDir)
    await query(original.url, 'CHECKPOINT')
    await cp(dataDir, copyDir, { recursive: true })

    const copy = await open(copyDir)
    await query(copy.url, 'CREATE TABLE of_the_copy (id int)')
    expect(await query(original.url, "SELECT to_regclass('of_the_copy')")).toEqual([[null]])
  })
})
