import { runCommand } from '../../src/commands/program.ts'

export interface Outcome {
  status: number
  /** What standard output and standard error would show. */
  printed: string
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
  return { status, printed: printed.join('\n'), complained: complained.join('\n') }
}

/** A command that works and complains of nothing: what it prints. */
export async function printedBy(url: string, ...args: string[]): Promise<string> {
  const { status, printed, complained } = await run(url, ...args)
  if (status !== 0 || complained !== '') throw new Error(`${args.join(' ')} ended with ${status}: ${complained}`)
  return printed
}
