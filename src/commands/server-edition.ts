import { InvalidArgumentError } from 'commander'
import { CatalogError } from '../errors.ts'
import { nexusDomain } from '../games/nexus.ts'
import { findGames } from '../games/queries.ts'
import { addGame, addKnownGames, removeGame } from '../games/service.ts'
import { retryUnswept } from '../lists/expiry/queries.ts'
import { retryAll } from '../mods/indexing/queue-queries.ts'
import { explainError } from '../startup/explain-error.ts'
import { sweep } from '../startup/sweep.ts'
import { counted } from '../text/amounts.ts'
import { addAccountCommands } from './accounts.ts'
import { addBackupCommands } from './backup.ts'
import { CatalogCommand } from './catalog-command.ts'
import { addListCommands } from './lists.ts'
import { addModerationCommands } from './moderation.ts'
import type { Edition } from './program.ts'
import { table } from './terminal.ts'

function addMaintenanceCommands(cli: CatalogCommand): void {
  cli
    .command('sweep')
    .description('delete expired lists, unused files and unused names of mods (a running server does so by itself)')
    .option('--retry', 'also try again what was set aside because it failed')
    .writes(async (context, { retry }: { retry?: true }) => {
      if (retry) await retryUnswept(context.db)
      const { lists, files } = await sweep(context, undefined, undefined, undefined, 0)
      return `Deleted ${lists} expired lists and ${files} unused files.`
    })
  const index = cli.command('index').description('the index of mods')
  index
    .command('retry')
    .description('try again now to index lists that were set aside because they failed')
    .writes(async ({ db }) => `${counted(await retryAll(db), 'list')} will be tried again.`)
  cli
    .command('migrate')
    .description('apply the database migrations (a starting server does so itself)')
    .writes(async () => 'The database has all migrations.', 'apply')
}

export const SERVER_EDITION: Edition = {
  description:
    "Use a mod list catalog over HTTP, or administer one. Administration uses the server's settings: DATABASE_URL, or DATA_DIR for the embedded database.",
  hint: '(add --help for usage)',
  add(cli, terminal) {
    const administration = new CatalogCommand(terminal).copyInheritedSettings(cli)
    addAccountCommands(administration)
    addGameCommands(administration)
    addListCommands(administration)
    addModerationCommands(administration)
    addBackupCommands(administration)
    addMaintenanceCommands(administration)
    for (const command of administration.commands) cli.addCommand(command)
  },
  explain: explainError,
}

interface AddOptions {
  id?: number
  nexus?: string
  known?: boolean
}

function addGameCommands(cli: CatalogCommand): void {
  const game = cli.command('game').description('add games that lists can be made for, or remove them')
  game
    .command('add [name]')
    .description('add a game and print its id')
    .option('--known', 'add all games that the program knows, such as Minecraft and RimWorld')
    .option('--id <number>', 'its id, from 32 (default: that of a known game, or the lowest free one from 34)', parseId)
    .option('--nexus <domain>', 'the word for the game in addresses of Nexus Mods, for links to its mods')
    .writes(async (context, name: string | undefined, { id, nexus, known }: AddOptions) => {
      if (known !== (name === undefined ? true : undefined))
        throw new CatalogError('invalid', 'Name the game to add, or add all known ones with --known alone.')
      if (name !== undefined) return String(await addGame(context, { name, id, nexus }))
      const added = await addKnownGames(context)
      return added.length === 0
        ? 'The catalog has all known games.'
        : table(added, { ID: ({ id }) => id, NAME: ({ name }) => name })
    })
  game
    .command('list')
    .description('show all games, with their words in addresses of Nexus Mods')
    .reads(async ({ db }) => {
      return table(await findGames(db), { ID: ({ id }) => id, NAME: ({ name }) => name, NEXUS: nexusDomain })
    })
  game
    .command('remove <game>')
    .description('remove a game that was added, by name or id; refused while a list or a revision uses it')
    .writes(async (context, nameOrId: string) => `Removed ${(await removeGame(context, nameOrId)).name}.`)
}

function parseId(text: string): number {
  if (!/^-?\d+$/.test(text)) throw new InvalidArgumentError('An id is a number.')
  return Number(text)
}
