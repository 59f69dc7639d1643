import { createHash, randomUUID } from 'node:crypto'
import { chmod, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { ClientError, parseJson } from './api.ts'

/*
 * Secrets in a folder of the user's configuration folder. Each has its own file, named by a hash of the server (and
 * list) it is for, so that concurrent commands write different files, and no slug from a server can lead out of the
 * folder. A complete file is renamed into place, and only the user can read it.
 */
interface SecretFiles {
  folder: string
  nameOf(...values: string[]): string
  /** Returns the JSON value in a file; undefined if the file does not exist. */
  read(name: string): Promise<unknown>
  /** Returns the JSON values in all readable files. */
  readAll(): Promise<unknown[]>
  write(name: string, value: object): Promise<void>
  remove(name: string): Promise<void>
}

export function secretFiles(
  environment: NodeJS.ProcessEnv,
  kind: string,
  platform: NodeJS.Platform = process.platform,
): SecretFiles {
  const folder = join(configurationFolder(environment, platform), 'mod-list-catalog', kind)

  async function read(name: string): Promise<unknown> {
    const file = join(folder, name)
    const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return ''
      throw new ClientError(`The secret in ${file} can't be read: ${error.code}.`)
    })
    return text === '' ? undefined : parseJson(text)
  }

  return {
    folder,
    nameOf: (...values) => `${hashOf(...values)}.json`,
    read,

    async readAll() {
      const names = await readdir(folder).catch(() => [])
      return Promise.all(
        names.filter((name) => name.endsWith('.json')).map((name) => read(name).catch(() => undefined)),
      )
    },

    async write(name, value) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await chmod(folder, 0o700) // for an existing folder, which mkdir leaves as it is
      const part = join(folder, `${randomUUID()}.part`)
      try {
        await writeFile(part, `${JSON.stringify(value)}\n`, { mode: 0o600, flag: 'wx', flush: true })
        await rename(part, join(folder, name))
      } catch (error) {
        await rm(part, { force: true })
        throw error
      }
    },

    remove: (name) => rm(join(folder, name), { force: true }),
  }
}

/** Returns the user's configuration folder: %APPDATA% on Windows, else by XDG, which ignores a relative path. */
function configurationFolder({ XDG_CONFIG_HOME, APPDATA, HOME }: NodeJS.ProcessEnv, platform: NodeJS.Platform): string {
  const home = HOME || homedir()
  if (platform === 'win32') return APPDATA || join(home, 'AppData', 'Roaming')
  return XDG_CONFIG_HOME && isAbsolute(XDG_CONFIG_HOME) ? XDG_CONFIG_HOME : join(home, '.config')
}

/** Returns an address in its normal form: host in lower case, without the default port. */
export const normalAddress = (server: string): string => new URL(server).href

const hashOf = (...values: string[]) => createHash('sha256').update(JSON.stringify(values)).digest('hex').slice(0, 32)
