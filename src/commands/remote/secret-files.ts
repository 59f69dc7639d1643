import { createHash } from 'node:crypto'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { parseJson, RemoteError } from './api.ts'
import { configurationFolder, writePrivate } from './private-files.ts'

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
  const configuration = configurationFolder(environment, process.platform)
  if (configuration === undefined) return nowhere<Secret>()
  const folder = join(configuration, 'mod-list-catalog', kind)
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

    keep: (secret: Secret): Promise<void> =>
      writePrivate(fileOf(secret), { ...secret, server: normalAddress(secret.server) }),

    forget: (purpose: Purpose) => rm(fileOf(purpose), { force: true }),
  }
}

/** Secrets of a user who has no folder to keep them in. */
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
