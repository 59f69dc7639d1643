import { type ChildProcess, type ForkOptions, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { programsFolder } from './programs-folder.ts'
import { commandOf, endServer } from './run-folder.ts'

export const isRoot = process.geteuid?.() === 0

/** Returns the path of a data folder that does not exist yet. Its PostgreSQL is ended after the test. */
export async function newDataDir(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'catalog-test-'))
  const dataDir = join(root, 'not', 'yet')
  onTestFinished(async () => {
    await endServer(join(dataDir, 'postgres'))
    await rm(root, { recursive: true, force: true, maxRetries: 10 })
  })
  return dataDir
}

interface EmbeddedClient {
  child: ChildProcess
  url: string
  release(): Promise<void>
}

/** Starts a process that opens the database. `fixture` is the path of its program in another installation. */
export async function startClient(dataDir: string, fixture?: string): Promise<EmbeddedClient> {
  const child = launchClient(dataDir, fixture)
  const url = await new Promise<string>((resolve, reject) => {
    child.on('message', (message: { url?: string; error?: string }) => {
      if (message.url) resolve(message.url)
      if (message.error) reject(new Error(message.error))
    })
    child.once('exit', (code, signal) => reject(new Error(`The client ended with ${code ?? signal}.`)))
  })
  const release = async () => {
    const closed = once(child, 'close')
    child.send('release')
    await closed
  }
  return { child, url, release }
}

export function launchClient(dataDir: string, fixture?: string): ChildProcess {
  const options: ForkOptions = {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    ...(fixture !== undefined && { execArgv: ['--import', 'tsx'], cwd: join(fixture, '../../../..') }),
  }
  const child = fork(fixture ?? join(programsFolder(), 'embedded-client.js'), [dataDir], options)
  child.stdout?.resume()
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

/** Kills the process with SIGKILL, and waits until its files are closed. */
export async function kill(child: ChildProcess): Promise<void> {
  const closed = once(child, 'close')
  child.kill('SIGKILL')
  await closed
}

export const filesIn = async (dataDir: string): Promise<string[]> => (await readdir(dataDir)).sort()

export const FILES = ['postgres', 'postgres.lock', 'postgres.log', 'postgres.password']
export const FILES_IN_USE = [...FILES, 'postgres.address'].sort()

export async function postmasterOf(dataDir: string): Promise<number | undefined> {
  const text = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : Number.parseInt(text, 10)
}

/** Returns how often PostgreSQL was started on the folder. */
export async function startsOf(dataDir: string): Promise<number> {
  const log = await readFile(join(dataDir, 'postgres.log'), 'utf8')
  return log.split('listening on IPv4').length - 1
}

/** Returns the rows of a query as arrays of values. */
export async function query(url: string, sql: string): Promise<unknown[][]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows
  } finally {
    await client.end()
  }
}

/** Reports whether the process runs. A zombie process does not. */
export const isRunning = (pid: number): boolean => commandOf(pid) !== ''
