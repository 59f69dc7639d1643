import { z } from 'zod'
import { normalAddress, secretFiles } from '../secret-files.ts'

/** Owner keys of lists that were shared anonymously from this machine. */
interface OwnerKeys {
  folder: string
  find(server: string, slug: string): Promise<string | undefined>
  /** Returns the slugs of a server's lists whose keys are kept. */
  slugsOf(server: string): Promise<string[]>
  keep(server: string, slug: string, key: string): Promise<void>
  forget(server: string, slug: string): Promise<void>
}

const Kept = z.object({ server: z.string(), slug: z.string(), key: z.string() })

export function ownerKeys(environment: NodeJS.ProcessEnv, platform: NodeJS.Platform = process.platform): OwnerKeys {
  const files = secretFiles(environment, 'owner-keys', platform)
  const nameOf = (server: string, slug: string) => files.nameOf(normalAddress(server), slug)
  const parse = (value: unknown) => Kept.safeParse(value).data

  return {
    folder: files.folder,
    find: async (server, slug) => parse(await files.read(nameOf(server, slug)))?.key,

    async slugsOf(server) {
      const all = (await files.readAll()).map(parse)
      return all.flatMap((kept) => (kept?.server === normalAddress(server) ? [kept.slug] : []))
    },

    keep: (server, slug, key) => files.write(nameOf(server, slug), { server: normalAddress(server), slug, key }),
    forget: (server, slug) => files.remove(nameOf(server, slug)),
  }
}
