import { createHash, randomUUID } from 'node:crypto'
import { chmod, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { z } from 'zod'
import { parseJson, RemoteError } from './api.ts'

/**
 * Removes the temporary files of killed runs. The first group of `names` is the id of the process that wrote a file.
 */
export async function removeLeftoversIn(
  folder: string,
  names: RegExp,
  isOurs: (name: string) => boolean = () => false,
): Promise<void> {
  for (const name of await readdir(folder)) {
    const [, pid] = names.exec(name) ?? []
    if (pid !== undefined && !isOurs(name) && (pid === String(process.pid) || !isRunning(Number(pid))))
      await rm(join(folder, name), { force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0) // sends no signal, but throws if there is no such process
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' // a process of another user
  }
}

/** Names this run of the program, because the id of its process may be that of an earlier one. */
const RUN = randomUUID()
const PART = /^([1-9]\d*)\.[\w-]+\.part$/

/** Writes JSON, complete or not at all, to a file that only the user can read. Removes what killed runs have left. */
export async function writePrivate(path: string, value: unknown): Promise<void> {
  const folder = dirname(path)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await chmod(folder, 0o700) // for an existing folder, which mkdir leaves as it is
  await removeLeftoversIn(folder, PART, (name) => name.includes(RUN))
  const part = join(folder, `${process.pid}.${RUN}_${randomUUID()}.part`)
  try {
    await writeFile(part, `${JSON.stringify(value)}\n`, { mode: 0o600, flag: 'wx', flush: true })
    await rename(part, path)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

/** The variable that names a folder of the user, and its default below the home folder, on Windows and elsewhere (XDG). */
const CONFIGURATION = { win32: ['APPDATA', 'AppData/Roaming'], xdg: ['XDG_CONFIG_HOME', '.config'] } as const
export const STATE = { win32: ['LOCALAPPDATA', 'AppData/Local'], xdg: ['XDG_STATE_HOME', '.local/state'] } as const

/** Returns a folder of the user. A path that is not absolute would lead into the working folder, and is ignored. */
export function userFolder(
  folder: typeof CONFIGURATION | typeof STATE,
  { HOME, ...environment }: NodeJS.ProcessEnv,
): string | undefined {
  const isWindows = process.platform === 'win32'
  const [variable, path] = isWindows ? folder.win32 : folder.xdg
  const named = environment[variable]
  if (named && (isWindows || isAbsolute(named))) return named
  const home = HOME && isAbsolute(HOME) ? HOME : systemHome()
  return home === undefined ? undefined : join(home, path)
}

/** Returns the home folder; undefined if the user is not in the system's list, as in some containers. */
function systemHome(): string | undefined {
  try {
    const { homedir } = userInfo()
    return isAbsolute(homedir) ? homedir : undefined
  } catch {
    return undefined
  }
}

/*
 * Secrets of the user. Each has its own file, named by a hash of server and list, so that concurrent commands write
 * different files, and no slug from a server leads out of the folder.
 */

interface Purpose {
  server: string
  slug?: string
}

/** Owner keys of lists that were shared anonymously from this machine. */
export const ownerKeys = (environment: NodeJS.ProcessEnv) =>
  secretFiles(environment, 'owner-keys', z.object({ server: z.string(), slug: z.string(), key: z.string() }))

/** API tokens from `login`, one for each server. */
export const keptTokens = (environment: NodeJS.ProcessEnv) =>
  secretFiles(environment, 'tokens', z.object({ server: z.string(), token: z.string() }))

function secretFiles<Secret extends Purpose>(environment: NodeJS.ProcessEnv, kind: string, schema: z.ZodType<Secret>) {
  const configuration = userFolder(CONFIGURATION, environment)
  if (configuration === undefined) return nowhere<Secret>()
  const folder = join(configuration, 'mod-list-catalog', kind)
  const fileOf = ({ server, slug }: Purpose) => {
    const values = slug === undefined ? [normalAddress(server)] : [normalAddress(server), slug]
    const hash = createHash('sha256').update(JSON.stringify(values)).digest('hex')
    return join(folder, `${hash.slice(0, 32)}.json`)
  }

  async function read(file: string): Promise<Secret | undefined> {
    const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return ''
      throw new RemoteError(`The secret in ${file} can't be read: ${error.code}.`)
    })
    return schema.safeParse(parseJson(text)).data
  }

  return {
    folder,
    find: (purpose: Purpose) => read(fileOf(purpose)),

    /** Returns the slugs of a server's lists that have a secret. Skips files that cannot be read. */
    async slugsOf(server: string): Promise<string[]> {
      const names = await readdir(folder).catch(() => [])
      const files = names.filter((name) => name.endsWith('.json'))
      const all = await Promise.all(files.map((name) => read(join(folder, name)).catch(() => undefined)))
      return all.flatMap((secret) => (secret?.server === normalAddress(server) ? (secret.slug ?? []) : []))
    },

    keep: (secret: Secret): Promise<void> =>
      writePrivate(fileOf(secret), { ...secret, server: normalAddress(secret.server) }),

    forget: (purpose: Purpose) => rm(fileOf(purpose), { force: true }),
  }
}

function nowhere<Secret extends Purpose>() {
  const error = Object.assign(new Error('There is no home folder.'), { code: 'no home folder' })
  return {
    folder: 'your configuration folder',
    find: async (_: Purpose): Promise<Secret | undefined> => undefined,
    slugsOf: async (_: string): Promise<string[]> => [],
    keep: (_: Secret): Promise<void> => Promise.reject(error),
    forget: async (_: Purpose): Promise<void> => {},
  }
}

/** Returns an address in its normal form: host in lower case, without the default port. */
const normalAddress = (server: string): string => new URL(server).href
