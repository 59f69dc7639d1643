import type { Command } from 'commander'
import { retryUnswept } from '../lists/expiry/queries.ts'
import { retryAll } from '../mods/indexing/queue-queries.ts'
import { explainError } from '../startup/explain-error.ts'
import { sweep } from '../startup/sweep.ts'
import { counted } from '../text/amounts.ts'
import { addAccountCommands } from './accounts.ts'
import { addBackupCommands } from './backup.ts'
import { addGameCommands } from './games.ts'
import { addListCommands } from './lists.ts'
import { addModerationCommands } from './moderation.ts'
import { onCatalog } from './on-catalog.ts'
import type { Edition } from './program.ts'
import type { Terminal } from './terminal.ts'

/** Adds commands for work that a running server does by itself. */
function addUpkeepCommands(cli: Command, terminal: Terminal): void {
  cli
    .command('sweep')
    .description('delete expired lists, unused files and unused names of mods (a running server does so by itself)')
    .option('--retry', 'also try again what was set aside because it failed')
    .action(
      onCatalog(terminal, async (context, { retry }: { retry?: true }) => {
        if (retry) await retryUnswept(context.db)
        const { lists, files } = await sweep(context, undefined, undefined, undefined, 0)
        return `Deleted ${lists} expired lists and ${files} unused files.`
      }),
    )
  const index = cli.command('index').description('the index of mods')
  index
    .command('retry')
    .description('try again now to index lists that were set aside because they failed')
    .action(onCatalog(terminal, async ({ db }) => `${counted(await retryAll(db), 'list')} will be tried again.`))
  cli
    .command('migrate')
    .description('apply the database migrations (a starting server does so itself)')
    .action(onCatalog(terminal, async () => 'The database has all migrations.', { migrations: 'apply' }))
}

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
