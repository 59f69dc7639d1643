import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { childrenOf, statOf } from '../../test/support/processes/children.ts'
import { freePort } from '../../test/support/processes/free-port.ts'

export interface Server {
  url: string
  pid: number
  stop(): Promise<void>
}

/**
 * Starts the built server as a process, with production settings except for the limits on one address. `folder` has the
 * version to start, this one by default.
 */
export const startCatalog = (
  database: string,
  environment: NodeJS.ProcessEnv = {},
  folder = fileURLToPath(new URL('../..', import.meta.url)),
): Promise<Server> =>
  startProcess([join(folder, 'dist/server.js')], '/v1/games', {
    DATABASE_URL: database,
    WRITE_RATE_LIMIT: '1000000000',
    ANONYMOUS_DAILY_LISTS: '0',
    ANONYMOUS_DAILY_BYTES: '0',
    ...environment,
  })

/** Starts a bare server of this folder: `floor` or `sql`. */
export const startBare = (name: string, environment: NodeJS.ProcessEnv): Promise<Server> =>
  startProcess(['--import', 'tsx', fileURLToPath(new URL(`./${name}.ts`, import.meta.url))], '/ready', environment)

/** The started processes, which are killed when the bench ends or fails. */
const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** Starts a Node process and waits until it answers. It gets only the settings in `environment`. */
export async function startProcess(
  args: string[],
  probe: string,
  environment: NodeJS.ProcessEnv,
  // A folder without an .env file.
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

/** Stops all started processes. */
export const stopServers = () => Promise.all(Array.from(running, stop))

/** Clock ticks per second on Linux. */
const TICKS = 100

/** Returns the CPU seconds that a process and its children have used, including those that have ended. */
export const cpuSeconds = (pid: number): number =>
  ticksOf(pid, 11, 12, 13, 14) + childrenOf(pid).reduce((sum, child) => sum + ticksOf(child, 11, 12), 0)

/** Returns the sum of fields of /proc/PID/stat, in seconds. */
const ticksOf = (pid: number, ...fields: number[]) => {
  const stat = statOf(pid)
  return stat === undefined ? 0 : fields.reduce((sum, field) => sum + Number(stat[field]), 0) / TICKS
}
