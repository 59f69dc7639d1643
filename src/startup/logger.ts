import { type Logger, pino } from 'pino'

/** Where a line could hold the headers of a request, and so a token: the form parser writes them at the level trace. */
const SECRETS = ['headers', 'req.headers', 'request.headers', 'busboyOptions.headers', 'err.headers', 'authorization']

/** The log of a process: lines of JSON, or on a terminal for people. No line holds a token. */
export function createLogger(level: string): Logger {
  const isTerminal = process.stdout.isTTY
  return pino({
    level,
    redact: SECRETS,
    ...(isTerminal && { transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname' } } }),
  })
}
