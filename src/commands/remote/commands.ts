import type { Command } from 'commander'
import type { Ending, Terminal } from '../terminal.ts'
import { addApplyCommand } from './applying/commands.ts'
import { addLoginCommands } from './login/commands.ts'
import { addComparingCommands } from './reading/comparing.ts'
import { addHistoryCommands } from './reading/history.ts'
import { addReadingCommands } from './reading/lists.ts'
import { addModCommands } from './reading/mods.ts'
import { remoteTerminal } from './terminal.ts'
import { addWritingCommands } from './writing/commands.ts'

/** Adds the commands that use a server over HTTP, as any client does. They open no database. */
export function addRemoteCommands(cli: Command, terminal: Terminal, ending: Ending): void {
  const remote = remoteTerminal(terminal)
  addWritingCommands(cli, remote)
  addApplyCommand(cli, remote, ending)
  addLoginCommands(cli, remote)
  addComparingCommands(cli, remote, ending)
  addReadingCommands(cli, remote)
  addHistoryCommands(cli, remote)
  addModCommands(cli, remote)
}
