import { explainError } from '../startup/explain-error.ts'
import { addAccountCommands } from './accounts.ts'
import { addBackupCommands } from './backup.ts'
import { addGameCommands } from './games.ts'
import { addListCommands } from './lists.ts'
import { addModerationCommands } from './moderation.ts'
import type { Edition } from './program.ts'
import { addUpkeepCommands } from './upkeep.ts'

/** The command line of the server's package, which also administers a catalog. */
export const SERVER_EDITION: Edition = {
  description:
    "Use a mod list catalog over HTTP, or administer one. Administration uses the server's settings: DATABASE_URL, or DATA_DIR for the embedded database.",
  hint: '(add --help for usage)',
  add(cli, terminal) {
    addAccountCommands(cli, terminal)
    addGameCommands(cli, terminal)
    addListCommands(cli, terminal)
    addModerationCommands(cli, terminal)
    addBackupCommands(cli, terminal)
    addUpkeepCommands(cli, terminal)
  },
  explain: explainError,
}
