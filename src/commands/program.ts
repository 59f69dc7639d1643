import { Command, CommanderError } from 'commander'
import { CatalogError } from '../errors.ts'
import { commit, version } from '../http/observability/probes.ts'
import { harmless } from '../text/harmless.ts'
import { Interruption } from './interruption.ts'
import { RemoteError } from './remote/api.ts'
import { addApplyCommand } from './remote/applying/commands.ts'
import { remoteTerminal } from './remote/connection.ts'
import { addCulpritCommand } from './remote/culprit/commands.ts'
import { addLoginCommands } from './remote/login/commands.ts'
import { addAnalyseCommand, addComparingCommands } from './remote/reading/comparing.ts'
import { addHistoryCommands } from './remote/reading/history.ts'
import { addModCommands, addReadingCommands } from './remote/reading/lists.ts'
import { addWritingCommands } from './remote/writing/commands.ts'
import type { Ending, Terminal } from './terminal.ts'

const FAILED = 1
const WRONG_USAGE = 2

export interface Edition {
  description: string
  hint: string
  add(cli: Command, terminal: Terminal): void
  /** Returns what a person can do about an error that the commands do not explain. */
  explain(error: unknown): string
}

/** Runs a command. Returns the exit status: 0, 1 if it failed, 2 for wrong usage, or the command's own. */
export async function runEdition(edition: Edition, args: readonly string[], given: Terminal): Promise<number> {
  const terminal: Terminal = { ...given, complain: (text) => given.complain(harmless(text)) }
  const ending: Ending = { done: 0, failed: FAILED }
  try {
    const status = await program(edition, terminal, ending)
      .parseAsync(args, { from: 'user' })
      .then(() => ending.done, statusOfUsage)
    await terminal.flush?.()
    return status
  } catch (error) {
    if (error instanceof Interruption) return error.status
    const isOurs = error instanceof CatalogError || error instanceof RemoteError
    terminal.complain(isOurs ? error.message : edition.explain(error))
    return ending.failed
  }
}

/** Returns the exit status of an error that Commander has reported. It also throws after showing help. */
function statusOfUsage(error: unknown): number {
  if (!(error instanceof CommanderError)) throw error
  return error.exitCode === 0 ? 0 : WRONG_USAGE
}

const SHORT = 12

function program(edition: Edition, terminal: Terminal, ending: Ending): Command {
  const { print, complain } = terminal
  const cli = new Command('mod-list-catalog')
    .description(edition.description)
    .version(commit === null ? version : `${version} (${commit.slice(0, SHORT)})`)
    .enablePositionalOptions() // after a command's name, --version is the command's own option
    .configureOutput({ writeOut: (text) => print(text.trimEnd()), writeErr: (text) => complain(text.trimEnd()) })
    .showHelpAfterError(edition.hint)
    .exitOverride()
  const remote = remoteTerminal(terminal)
  addWritingCommands(cli, remote)
  addApplyCommand(cli, remote, ending)
  addCulpritCommand(cli, remote, ending)
  addLoginCommands(cli, remote)
  addComparingCommands(cli, remote, ending)
  addReadingCommands(cli, remote)
  addAnalyseCommand(cli, remote)
  addHistoryCommands(cli, remote)
  addModCommands(cli, remote)
  edition.add(cli, terminal)
  return cli
}
