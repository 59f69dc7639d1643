import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished } from 'vitest'
import { freePort } from './free-port.ts'
import { programsFolder } from './programs-folder.ts'

/** The working directory of programs: a folder without an .env file. */
const FOLDER = fileURLToPath(new URL('.', import.meta.url))
const { PATH = '' } = process.env

export interface Exit {
  status: number | null
  out: string
  err: string
}

export interface ServerProcess {
  child: ChildProcess
  address: string
  /** Returns the log so far. */
  log(): string
  exit: Promise<Exit>
}

export type Program = 'server' | 'cli'

/** Returns the command line that runs a program. */
export function wordsOf(program: Program, args: string[] = []): string[] {
  return [process.execPath, join(programsFolder(), `${program}.js`), ...args]
}

/** Starts a program as a child process with only these environment variables. */
export function startProgram(program: Program, environment: Record<string, string>, args: string[] = []) {
  return startCommand(wordsOf(program, args), environment)
}

/** Starts a command with only these environment variables, and optionally another user and working directory. */
export function startCommand(
  [command = '', ...args]: string[],
  environment: Record<string, string>,
  stdin: 'ignore' | 'pipe' = 'ignore',
  where: { cwd?: string; uid?: number; gid?: number } = {},
) {
  const child = spawn(command, args, {
    cwd: FOLDER,
    env: { PATH, ...environment },
    stdio: [stdin, 'pipe', 'pipe'],
    ...where,
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let out = ''
  let err = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    out += text
  })
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    err += text
  })
  const exit = once(child, 'close').then(([status]): Exit => ({ status, out, err }))
  return { child, log: () => out, err: () => err, exit }
}

/** Limits of the database for tests that do not test them, so that they pass on a busy machine too. */
const PATIENT = {
  DATABASE_CONNECTION_SECONDS: '60',
  DATABASE_STATEMENT_SECONDS: '60',
  DATABASE_LOCK_SECONDS: '60',
}

/** Starts a server, and waits until it is ready. */
export async function startServer(environment: Record<string, string>): Promise<ServerProcess> {
  const port = Number(environment.PORT ?? (await freePort()))
  const server = startProgram('server', { ANONYMOUS_DAILY_LISTS: '0', ...PATIENT, ...environment, PORT: String(port) })
  const address = `http://127.0.0.1:${port}`
  const ended = server.exit.then(({ status, out, err }) => {
    throw new Error(`The server ended with ${status}: ${err}${out}`)
  })
  ended.catch(() => {})
  const isReady = () => succeeds(`${address}/readyz`)
  const ready = expect.poll(isReady, { timeout: 90_000, interval: 50 }).toBe(true)
  const readyOrLog = ready.catch(() => {
    throw new Error(`The server was not ready within 90 s. It wrote: ${server.err()}${server.log()}`)
  })
  await Promise.race([readyOrLog, ended])
  return { ...server, address }
}

/** Reports whether a request succeeds. */
export const succeeds = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )

/** Stops servers by SIGTERM, which they must obey without an error. */
export async function stop(...servers: Pick<ServerProcess, 'child' | 'exit'>[]): Promise<void> {
  for (const { child } of servers) child.kill('SIGTERM')
  for (const { exit } of servers) expect((await exit).status).toBe(0)
}

/** Returns the names of all public lists of a server. */
export async function namesOf({ address }: { address: string }): Promise<string[]> {
  const answer = await fetch(`${address}/v1/lists?page[size]=all&sort=created`)
  const { data } = (await answer.json()) as { data: { name: string }[] }
  return data.map(({ name }) => name)
}

/** Uploads a list, and returns the status. */
export async function upload({ address }: { address: string }, name: string, token?: string): Promise<number> {
  const form = new FormData()
  for (const [field, value] of Object.entries({ name, game: '4', description: 'A list' })) form.set(field, value)
  form.set('files[]', new Blob(['+A mod\r\n']), 'modlist.txt')
  const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` }
  return (await fetch(`${address}/v1/lists`, { method: 'POST', headers, body: form })).status
}
