import { runCommand } from '../../../src/commands/program.ts'

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

export async function runIn(environment: NodeJS.ProcessEnv, ...args: string[]): Promise<Outcome> {
  const { exit, printed, complained } = startIn(environment, ...args)
  const status = await exit
  const others = complained.filter((text) => !text.startsWith('Using the database '))
  return { status, printed: printed.join('\n'), complained: others.join('\n') }
}

/** Starts a command. Returns its exit status to come, and its output, which grows. */
export function startIn(environment: NodeJS.ProcessEnv, ...args: string[]) {
  const printed: string[] = []
  const complained: string[] = []
  const exit = runCommand(args, {
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
