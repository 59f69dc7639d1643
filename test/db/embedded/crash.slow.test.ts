import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openEmbeddedDatabase } from '../../../src/db/embedded/database.ts'
import {
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
})
