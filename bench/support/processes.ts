import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../test/support/free-port.ts'

export interface Server {
  url: string
  pid: number
  stop(): Promise<void>
}

/** The built server as a process of its own, with the settings of production but for the limits on one address. */
export const startCatalog = (database: string, environment: NodeJS.ProcessEnv = {}): Promise<Server> =>
  startProcess([fileURLToPath(new URL('../../dist/server.js', import.meta.url))], '/v1/games', {
    DATABASE_URL: database,
    WRITE_RATE_LIMIT: '1000000000',
    ...environment,
  })

/** A bare server of bench/: `floor.ts` or `sql.ts`. */
export const startBare = (name: string, environment: NodeJS.ProcessEnv): Promise<Server> =>
  startProcess(['--import', 'tsx', fileURLToPath(new URL(`./${name}.ts`, import.meta.url))], '/ready', environment)

/** Nothing that was started is left behind when the bench fails. */
const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** Starts a Node process and waits until it answers. Its settings come from `environment` alone. */
export async function startProcess(
  args: string[],
  probe: string,
  environment: NodeJS.ProcessEnv,
  // No .env file is read from there.
  cwd = args[0] === '--import' ? process.cwd() : tmpdir(),
): Promise<Server> {
  const port = await freePort()
  const child = spawn(process.execPath, args, {
    cwd,
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...environment, PORT: String(port), HOST: '127.0.0.1' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  const url = `http://127.0.0.1:${port}`
  while (!(await answers(url + probe))) {
    if (child.exitCode !== null) throw new Error(`The server of the bench ended: ${args.join(' ')}`)
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  return { url, pid: child.pid ?? 0, stop: () => stop(child) }
}

const answers = (url: string) =>
  fetch(url).then(
    async (response) => {
      await response.arrayBuffer()
      return response.ok
    },
    () => false,
  )

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

/** Clock ticks of Linux a second. */
const TICKS = 100

/** CPU seconds that a process has used. */
export function cpuSeconds(pid: number): number {
  const fields = stat(pid)
  return fields === undefined ? 0 : (Number(fields[11]) + Number(fields[12])) / TICKS
}

/** CPU seconds that a process and all of its children have used, those that have ended among them. */
export function childrenSeconds(parent: number): number {
  const fields = stat(parent)
  const ended = fields === undefined ? 0 : (Number(fields[13]) + Number(fields[14])) / TICKS
  const children = readdirSync('/proc').filter(
    (name) => /^\d+$/.test(name) && stat(Number(name))?.[1] === String(parent),
  )
  return children.reduce((sum, pid) => sum + cpuSeconds(Number(pid)), cpuSeconds(parent) + ended)
}

/** Bytes of memory that a process holds. */
export function residentBytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
}

/** The fields of /proc/PID/stat after the name; undefined if there is no such process. */
function stat(pid: number): string[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')
  } catch {
    return undefined
  }
}
