import { createHash, randomUUID } from 'node:crypto'
import { chmod, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { z } from 'zod'
import { ClientError, parseJson } from '../api.ts'

/*
 * Owner keys of lists that were shared anonymously from this machine, in the user's configuration folder. Each key has
 * a file of its own, named by a hash of the server's address and the slug. So commands that run at the same time write
 * different files, and no slug from a server can lead out of the folder. A complete file is renamed into place, and
 * only the user can read it.
 */
export interface OwnerKeys {
  folder: string
  find(server: string, slug: string): Promise<string | undefined>
  /** Returns the slugs of a server's lists whose keys are kept. */
  slugsOf(server: string): Promise<string[]>
  keep(server: string, slug: string, key: string): Promise<void>
  forget(server: string, slug: string): Promise<void>
}

const Kept = z.object({ server: z.string(), slug: z.string(), key: z.string() })

export function ownerKeys(environment: NodeJS.ProcessEnv, platform: NodeJS.Platform = process.platform): OwnerKeys {
  const folder = join(configurationFolder(environment, platform), 'mod-list-catalog', 'owner-keys')
  const fileOf = (server: string, slug: string) => join(folder, `${hashOf(addressOf(server), slug)}.json`)

  async function read(file: string) {
    const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return ''
      throw new ClientError(`The owner key in ${file} can't be read: ${error.code}.`)
    })
    return text === '' ? undefined : Kept.safeParse(parseJson(text)).data
  }

  return {
    folder,

    find: async (server, slug) => (await read(fileOf(server, slug)))?.key,

    async slugsOf(server) {
      const names = await readdir(folder).catch(() => [])
      const all = await Promise.all(
        names.filter((name) => name.endsWith('.json')).map((name) => read(join(folder, name)).catch(() => undefined)),
      )
      return all.flatMap((kept) => (kept?.server === addressOf(server) ? [kept.slug] : []))
    },

    async keep(server, slug, key) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await chmod(folder, 0o700) // for an existing folder, which mkdir leaves as it is
      const part = join(folder, `${randomUUID()}.part`)
      try {
        const text = `${JSON.stringify({ server: addressOf(server), slug, key })}\n`
        await writeFile(part, text, { mode: 0o600, flag: 'wx', flush: true })
        await rename(part, fileOf(server, slug))
      } catch (error) {
        await rm(part, { force: true })
        throw error
      }
    },

    forget: (server, slug) => rm(fileOf(server, slug), { force: true }),
  }
}

/** Returns the user's configuration folder: %APPDATA% on Windows, else by XDG, which ignores a relative path. */
function configurationFolder({ XDG_CONFIG_HOME, APPDATA, HOME }: NodeJS.ProcessEnv, platform: NodeJS.Platform): string {
  const home = HOME || homedir()
  if (platform === 'win32') return APPDATA || join(home, 'AppData', 'Roaming')
  return XDG_CONFIG_HOME && isAbsolute(XDG_CONFIG_HOME) ? XDG_CONFIG_HOME : join(home, '.config')
}

/** Returns an address in its normal form: host in lower case, without the default port. */
const addressOf = (server: string) => new URL(server).href

const hashOf = (...values: string[]) => createHash('sha256').update(JSON.stringify(values)).digest('hex').slice(0, 32)
