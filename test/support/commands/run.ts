import { type Edition, runEdition } from '../../../src/commands/program.ts'
import { SERVER_EDITION } from '../../../src/commands/server-edition.ts'
import { USER_EDITION } from '../../../src/commands/user-edition.ts'

interface Outcome {
  status: number
  /** Standard output. */
  printed: string
  /** Standard error, without the line of commands that write about the database they use. */
  complained: string
}

/** Runs a command like the program, on the database at `url`. */
export async function run(url: string, ...args: string[]): Promise<Outcome> {
  return runIn({ DATABASE_URL: url }, ...args)
}

export const runIn = (environment: NodeJS.ProcessEnv, ...args: string[]) => outcomeOf(startIn(environment, ...args))

/** Runs a command of the command line alone. */
export const runAlone = (...args: string[]) => outcomeOf(startEdition(USER_EDITION, {}, args))

async function outcomeOf({ exit, printed, complained }: ReturnType<typeof startIn>): Promise<Outcome> {
  const status = await exit
  const others = complained.filter((text) => !text.startsWith('Using the database '))
  return { status, printed: printed.join('\n'), complained: others.join('\n') }
}

/** Starts a command. Returns its exit status to come, and its output, which grows. */
export const startIn = (environment: NodeJS.ProcessEnv, ...args: string[]) =>
  startEdition(SERVER_EDITION, environment, args)

function startEdition(edition: Edition, environment: NodeJS.ProcessEnv, args: string[]) {
  const printed: string[] = []
  const complained: string[] = []
  const exit = runEdition(edition, args, {
    environment,
    settings: () => environment,
    print: (text) => printed.push(text),
    complain: (text) => complained.push(text),
  })
  return { exit, printed, complained }
}

/** Runs a command and returns its output. Throws if the command fails or prints to standard error. */
export async function printedBy(url: string, ...args: string[]): Promise<string> {
  const { status, printed, complained } = await run(url, ...args)
  if (status !== 0 || complained !== '') throw new Error(`${args.join(' ')} ended with ${status}: ${complained}`)
  return printed
}
