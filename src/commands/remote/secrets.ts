import { Option } from 'commander'
import type { z } from 'zod'
import type { ListDetail } from '../../lists/schemas.ts'
import { RemoteError } from './api.ts'
import { didYouMean } from './games.ts'
import { keptTokens, ownerKeys } from './secret-files.ts'

export interface SecretOptions {
  token?: string | undefined
  ownerKey?: string | undefined
}

const SEEN = 'other users of this machine can see arguments'
const KEY_HELP = `the owner key of an anonymous list, if this machine does not keep it; better in CATALOG_OWNER_KEY: ${SEEN}`

export const TOKEN = new Option('--token <token>', `an API token; better in CATALOG_TOKEN: ${SEEN}`)
export const OWNER_KEY = new Option('--owner-key <key>', KEY_HELP).conflicts('token')
export const OWNER_KEY_WITH_TOKEN = new Option('--owner-key <key>', KEY_HELP)

/** Finds the secrets of a command: in its options, in the environment, and those that this machine keeps. */
export function secretsOf(environment: NodeJS.ProcessEnv) {
  const keys = ownerKeys(environment)
  const tokens = keptTokens(environment)

  const token = async (server: string, given: SecretOptions) =>
    given.token ?? (environment.CATALOG_TOKEN || (await tokens.find({ server }))?.token)

  async function ownerKey(server: string, slug: string, given: SecretOptions): Promise<string> {
    const key = given.ownerKey ?? (environment.CATALOG_OWNER_KEY || (await keys.find({ server, slug }))?.key)
    if (key !== undefined) return key
    const guess = didYouMean(slug, await keys.slugsOf(server))
    throw new RemoteError(
      `The owner key of ${slug} is not in ${keys.folder}. Put it into CATALOG_OWNER_KEY, or use --owner-key.${guess}`,
    )
  }

  return {
    token,
    ownerKey,
    slugsOf: keys.slugsOf,

    /**
     * Returns the secret that can change a list: the token of its author, or its owner key. Options take precedence.
     */
    async forList(
      server: string,
      { slug, author }: z.output<typeof ListDetail>,
      given: SecretOptions,
    ): Promise<string> {
      if (given.token !== undefined) return given.token
      if (given.ownerKey !== undefined || author === null) return ownerKey(server, slug, given)
      const known = await token(server, given)
      if (known !== undefined) return known
      throw new RemoteError(
        `${slug} belongs to ${author.name}. Put the API token of ${author.name} into CATALOG_TOKEN, or use "login".`,
      )
    },

    /** Saves the owner key of a new list. Returns the message about it. */
    async keep(server: string, slug: string, key: string): Promise<string> {
      const kept = await keys.keep({ server, slug, key }).then(
        () => `kept for "update", "delete" and "claim" in ${keys.folder}`,
        ({ code }: NodeJS.ErrnoException) => `not kept, because ${keys.folder} can't be written (${code}): save it`,
      )
      return `Owner key: ${key}\nAnyone with it can change the list. It is shown only once, and ${kept}.`
    },

    async forget(server: string, slug: string, complain: (text: string) => void): Promise<void> {
      await keys.forget({ server, slug }).catch(({ code }: NodeJS.ErrnoException) => {
        complain(`Could not delete the (now invalid) owner key of ${slug} from ${keys.folder}: ${code}.`)
      })
    },
  }
}
