import { Command, CommanderError } from 'commander'
import { addAccountCommands } from './commands/accounts.ts'
import { addBackupCommands } from './commands/backup.ts'
import type { Terminal } from './commands/terminal.ts'
import { addUpkeepCommands } from './commands/upkeep.ts'
import { CatalogError } from './errors.ts'
import { version } from './http/version.ts'
import { explainFault } from './start-faults.ts'

const FAILED = 1
const WRONG_USAGE = 2

/** Runs an operator's command (CONTRACT.md, administration); gives the exit status: 0, 1 if it failed, 2 for wrong usage. */
export async function runCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    await program(terminal).parseAsync(args, { from: 'user' })
    return 0
  } catch (fault) {
    if (fault instanceof CommanderError) return fault.exitCode === 0 ? 0 : WRONG_USAGE // commander has said why
    terminal.complain(fault instanceof CatalogError ? fault.message : explainFault(fault))
    return FAILED
  }
}

function program(terminal: Terminal): Command {
  const { print, complain } = terminal
  const cli = new Command('mod-list-catalog')
    .description(
      "Administer a mod list catalog. The server's settings hold: DATABASE_URL, or DATA_DIR for the embedded database.",
    )
    .version(version)
    .configureOutput({ writeOut: (text) => print(text.trimEnd()), writeErr: (text) => complain(text.trimEnd()) })
    .showHelpAfterError('(add --help for usage)')
    .exitOverride()
  addAccountCommands(cli, terminal)
  addBackupCommands(cli, terminal)
  addUpkeepCommands(cli, terminal)
  return cli
}
