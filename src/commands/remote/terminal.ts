import pc from 'picocolors'
import { harmless } from '../../text/harmless.ts'
import type { Terminal } from '../terminal.ts'
import { apisOf } from './connection.ts'
import { secretsOf } from './secrets.ts'

/** The terminal of the commands that use a server over HTTP. These commands open no database. */
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
