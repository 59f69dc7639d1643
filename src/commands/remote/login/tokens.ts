import { z } from 'zod'
import { normalAddress, secretFiles } from '../secret-files.ts'

/** The stored API tokens from `login`, one for each server. */
interface KeptTokens {
  folder: string
  find(server: string): Promise<string | undefined>
  keep(server: string, token: string): Promise<void>
  forget(server: string): Promise<void>
}

const Kept = z.object({ server: z.string(), token: z.string() })

export function keptTokens(environment: NodeJS.ProcessEnv): KeptTokens {
  const files = secretFiles(environment, 'tokens')
  const nameOf = (server: string) => files.nameOf(normalAddress(server))
  return {
    folder: files.folder,
    find: async (server) => Kept.safeParse(await files.read(nameOf(server))).data?.token,
    keep: (server, token) => files.write(nameOf(server), { server: normalAddress(server), token }),
    forget: (server) => files.remove(nameOf(server)),
  }
}
