import { type Command, InvalidArgumentError } from 'commander'
import { type Api, apiAt, ClientError } from './api.ts'

const DEFAULT_URL = 'http://localhost:3000'

/** Which server a command asks. */
export interface Connection {
  url?: string
}

/** The server of a command: the one of its option, else of the list that it names, else of the environment. */
export const apisOf =
  (environment: NodeJS.ProcessEnv) =>
  ({ url }: Connection, named?: string): Api =>
    apiAt(url ?? named ?? environmentUrl(environment))

/** A command over HTTP, with the option that says to which server. */
export const overHttp = (command: Command) =>
  command.option('--url <address>', `the server's address (default: CATALOG_URL, or ${DEFAULT_URL})`, parseUrl)

/** What a variable of the environment says: nothing if it is empty. */
export const nonEmpty = (text: string | undefined) => (text === '' ? undefined : text)

/** A base address, however it ends: of the server itself, or of its API. */
const baseOf = (text: string) => {
  if (!/^https?:\/\/[^?#]+$/i.test(text) || !URL.canParse(text)) return undefined
  return text.replace(/\/+$/, '').replace(/\/v1$/, '')
}

function parseUrl(text: string): string {
  const base = baseOf(text)
  if (base === undefined) throw new InvalidArgumentError(`An address is such as ${DEFAULT_URL}.`)
  return base
}

function environmentUrl({ CATALOG_URL }: NodeJS.ProcessEnv): string {
  const base = baseOf(nonEmpty(CATALOG_URL) ?? DEFAULT_URL)
  if (base === undefined) throw new ClientError(`CATALOG_URL must be an address such as ${DEFAULT_URL}.`)
  return base
}
