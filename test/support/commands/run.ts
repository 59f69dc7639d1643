import { runCommand } from '../../../src/commands/program.ts'

export interface Outcome {
  status: number
  /** What standard output and standard error would show. */
  printed: string
  /** Without the line in which a command that writes says which database it uses. */
  complained: string
}

/** Runs a command as the program does, against the database at `url`. */
export async function run(url: string, ...args: string[]): Promise<Outcome> {
  return runIn({ DATABASE_URL: url }, ...args)
}

export async function runIn(environment: NodeJS.ProcessEnv, ...args: string[]): Promise<Outcome> {
  const printed: string[] = []
  const complained: string[] = []
  const status = await runCommand(args, {
    environment,
    settings: () => environment,
    print: (text) => printed.push(text),
    complain: (text) => complained.push(text),
  })
  const others = complained.filter((text) => !text.startsWith('Using the database '))
  return { status, printed: printed.join('\n'), complained: others.join('\n') }
}

/** A command that works and complains of nothing: what it prints. */
export async function printedBy(url: string, ...args: string[]): Promise<string> {
  const { status, printed, complained } = await run(url, ...args)
  if (status !== 0 || complained !== '') throw new Error(`${args.join(' ')} ended with ${status}: ${complained}`)
  return printed
}
