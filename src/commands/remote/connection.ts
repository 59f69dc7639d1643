import type { Command } from 'commander'
import pc from 'picocolors'
import { harmless } from '../../text/harmless.ts'
import type { Terminal } from '../terminal.ts'
import { type Api, apiAt, RemoteError } from './api.ts'
import { secretsOf } from './secrets.ts'

export type RemoteTerminal = ReturnType<typeof remoteTerminal>

export function remoteTerminal(terminal: Terminal) {
  const { print, environment, isTerminal = false } = terminal
  return {
    ...terminal,
    /** Prints a text as it is into a pipe, but without control characters on a terminal. */
    show: (text: string) => print(isTerminal ? harmless(text) : text),
    colors: pc.createColors(isTerminal && (environment.NO_COLOR ?? '') === '' && environment.TERM !== 'dumb'),
    apiFor: apisOf(environment),
    secrets: secretsOf(environment),
  }
}

const DEFAULT_URL = 'http://localhost:3000'

export interface Connection {
  url?: string | undefined
}

/** The server in a list's address. For the address of a page it is a guess: the API may be elsewhere. */
export interface NamedServer {
  address: string
  isGuess: boolean
}

/** Returns a command's server: of --url, of a list's address, CATALOG_URL, of a page's address, or the default. */
const apisOf =
  (environment: NodeJS.ProcessEnv) =>
  ({ url }: Connection, named?: NamedServer): Api => {
    const certain = named?.isGuess ? undefined : named?.address
    return apiAt(url ?? certain ?? environmentUrl(environment) ?? named?.address ?? DEFAULT_URL)
  }

export const overHttp = (command: Command) =>
  command.option('--url <address>', `the server's address (default: CATALOG_URL, or ${DEFAULT_URL})`, (text) =>
    parseUrl(command, text),
  )

/** Collects the values of an option that can be repeated. */
export const collect = (value: string, values: string[] = []) => [...values, value]

/** Returns a server's address without a trailing slash or /v1; undefined if it is not an address. */
const baseOf = (text: string) => {
  if (!/^https?:\/\/[^?#]+$/i.test(text) || !URL.canParse(text)) return undefined
  return text.replace(/(?<!\/)\/+$/, '').replace(/\/v1$/, '')
}

function parseUrl(command: Command, text: string): string {
  // Not commander's error for arguments, which prints the value: it may have a password.
  return baseOf(text) ?? command.error(`--url must be an address like ${DEFAULT_URL}.`)
}

function environmentUrl({ CATALOG_URL = '' }: NodeJS.ProcessEnv): string | undefined {
  if (CATALOG_URL === '') return undefined
  const base = baseOf(CATALOG_URL)
  if (base === undefined) throw new RemoteError(`CATALOG_URL must be an address like ${DEFAULT_URL}.`)
  return base
}
