import { createHash, randomUUID } from 'node:crypto'
import { chmod, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { z } from 'zod'
import { parseJson, RemoteError } from './api.ts'

/*
 * Secrets in a folder of the user's configuration folder. Each has its own file, named by a hash of the server (and
 * list) it is for, so that concurrent commands write different files, and no slug from a server can lead out of the
 * folder. A complete file is renamed into place, and only the user can read it.
 */

/** What a secret is for: a server, or one of its lists. */
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
  const folder = join(configurationFolder(environment, process.platform), 'mod-list-catalog', kind)
  const fileOf = ({ server, slug }: Purpose) => {
    const values = slug === undefined ? [normalAddress(server)] : [normalAddress(server), slug]
    const hash = createHash('sha256').update(JSON.stringify(values)).digest('hex')
    return join(folder, `${hash.slice(0, 32)}.json`)
  }

  /** Returns the secret in a file; undefined if there is none. */
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

    async keep(secret: Secret): Promise<void> {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await chmod(folder, 0o700) // for an existing folder, which mkdir leaves as it is
      const part = join(folder, `${randomUUID()}.part`)
      const text = JSON.stringify({ ...secret, server: normalAddress(secret.server) })
      try {
        await writeFile(part, `${text}\n`, { mode: 0o600, flag: 'wx', flush: true })
        await rename(part, fileOf(secret))
      } catch (error) {
        await rm(part, { force: true })
        throw error
      }
    },

    forget: (purpose: Purpose) => rm(fileOf(purpose), { force: true }),
  }
}

/** Returns the user's configuration folder: %APPDATA% on Windows, else by XDG, which ignores a relative path. */
export function configurationFolder(
  { XDG_CONFIG_HOME, APPDATA, HOME }: NodeJS.ProcessEnv,
  platform: NodeJS.Platform,
): string {
  const home = HOME || homedir()
  if (platform === 'win32') return APPDATA || join(home, 'AppData', 'Roaming')
  return XDG_CONFIG_HOME && isAbsolute(XDG_CONFIG_HOME) ? XDG_CONFIG_HOME : join(home, '.config')
}

/** Returns an address in its normal form: host in lower case, without the default port. */
const normalAddress = (server: string): string => new URL(server).href
