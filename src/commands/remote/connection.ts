import { type Command, InvalidArgumentError } from 'commander'
import { type Api, apiAt, ClientError } from './api.ts'

const DEFAULT_URL = 'http://localhost:3000'

/** Which server a command asks. */
export interface Connection {
  url?: string
}

/** The server that the address of a list names. By that of its page it is a guess: the API may be elsewhere. */
export interface NamedServer {
  address: string
  isGuess: boolean
}

/**
 * The server of a command: the one of its option, else of a list's address in the API, else of the environment, else of the
 * address of a list's page.
 */
export const apisOf =
  (environment: NodeJS.ProcessEnv) =>
  ({ url }: Connection, named?: NamedServer): Api => {
    const certain = named?.isGuess ? undefined : named?.address
    return apiAt(url ?? certain ?? environmentUrl(environment) ?? named?.address ?? DEFAULT_URL)
  }

/** A command over HTTP, with the option that says to which server. */
export const overHttp = (command: Command) =>
  command.option('--url <address>', `the server's address (default: CATALOG_URL, or ${DEFAULT_URL})`, parseUrl)

/** Returns a variable of the environment; undefined if it is empty. */
export const nonEmpty = (text: string | undefined) => (text === '' ? undefined : text)

/** Returns the address of a server without a trailing slash or /v1; undefined if it is not an address. */
const baseOf = (text: string) => {
  if (!/^https?:\/\/[^?#]+$/i.test(text) || !URL.canParse(text)) return undefined
  return text.replace(/\/+$/, '').replace(/\/v1$/, '')
}

function parseUrl(text: string): string {
  const base = baseOf(text)
  if (base === undefined) throw new InvalidArgumentError(`Expected an address like ${DEFAULT_URL}.`)
  return base
}

function environmentUrl({ CATALOG_URL = '' }: NodeJS.ProcessEnv): string | undefined {
  if (CATALOG_URL === '') return undefined
  const base = baseOf(CATALOG_URL)
  if (base === undefined) throw new ClientError(`CATALOG_URL must be an address like ${DEFAULT_URL}.`)
  return base
}
