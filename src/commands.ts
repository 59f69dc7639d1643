import { Command, CommanderError, InvalidArgumentError } from 'commander'
import { ABILITIES, type Ability } from './accounts/actor.ts'
import { listUsers } from './accounts/queries.ts'
import { createUser, issueToken, markVerified, tokensOf, withdrawToken } from './accounts/service.ts'
import { loadConfig } from './config.ts'
import type { Context } from './context.ts'
import { openCatalog } from './db/catalog.ts'
import { CatalogError } from './errors.ts'
import { version } from './http/version.ts'
import { sweep } from './lists/sweep.ts'
import { explainFault } from './start-faults.ts'

/** What the commands need of a terminal: results are printed, everything else is a complaint. */
export interface Terminal {
  environment: NodeJS.ProcessEnv
  print: (text: string) => void
  complain: (text: string) => void
}

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

type Accounts = Pick<Context, 'db' | 'clock'>

function program({ environment, print, complain }: Terminal): Command {
  /** An action over the database that the environment names, beside any server that uses it. */
  const onCatalog =
    <Args extends unknown[]>(action: (context: Accounts, ...args: Args) => Promise<string | undefined>) =>
    async (...args: Args) => {
      const catalog = await openCatalog(loadConfig(environment), () => {})
      try {
        const result = await action({ db: catalog.db, clock: () => new Date() }, ...args)
        if (result !== undefined) print(result)
      } finally {
        await catalog.close()
      }
    }

  const cli = new Command('mod-list-catalog')
    .description(
      "Administer a mod list catalog. The server's settings hold: DATABASE_URL, or DATA_DIR for the embedded database.",
    )
    .version(version)
    .configureOutput({ writeOut: (text) => print(text.trimEnd()), writeErr: (text) => complain(text.trimEnd()) })
    .showHelpAfterError('(add --help for usage)')
    .exitOverride()

  const user = cli.command('user').description('manage users, who are the authors of lists')
  user
    .command('create <name>')
    .description('make a user')
    .option('--verified', 'show the user as verified', false)
    .action(
      onCatalog(async (context, name: string, { verified }: { verified: boolean }) => {
        const created = await createUser(context, { name, verified })
        return `Created user ${created.name}.`
      }),
    )
  user
    .command('list')
    .description('show all users')
    .action(
      onCatalog(async ({ db }) => {
        const users = await listUsers(db)
        return table(
          ['NAME', 'VERIFIED', 'LISTS', 'TOKENS', 'CREATED'],
          users.map((row) => [
            row.name,
            row.verified ? 'yes' : 'no',
            String(row._count.lists),
            String(row._count.tokens),
            row.createdAt.toISOString(),
          ]),
        )
      }),
    )
  user
    .command('verify <name>')
    .description('show the user as verified from now on')
    .action(onCatalog(async (context, name: string) => `Verified user ${(await markVerified(context, name)).name}.`))

  const token = cli.command('token').description('manage API tokens')
  token
    .command('create <user>')
    .description('issue a token, and print it: it is shown only this once')
    .requiredOption(
      '--abilities <list>',
      `what it allows, separated by commas: ${ABILITIES.join(', ')}`,
      parseAbilities,
    )
    .option('--name <label>', 'a label to know it by')
    .option('--expires <time>', 'how long it is valid: 12h, 90d, 8w (default: for ever)', parseLifetime)
    .action(
      onCatalog((context, name: string, options: { abilities: Ability[]; name?: string; expires?: number }) =>
        issueToken(context, {
          user: name,
          abilities: options.abilities,
          label: options.name ?? null,
          lifetime: options.expires ?? null,
        }),
      ),
    )
  token
    .command('list <user>')
    .description("show a user's tokens, without their secrets")
    .action(
      onCatalog(async (context, name: string) => {
        const now = context.clock()
        const tokens = await tokensOf(context, name)
        return table(
          ['ID', 'NAME', 'ABILITIES', 'CREATED', 'EXPIRES', 'STATE'],
          tokens.map((row) => [
            String(row.id),
            row.label ?? '-',
            row.abilities.join(','),
            row.createdAt.toISOString(),
            row.expiresAt?.toISOString() ?? 'never',
            row.revokedAt !== null ? 'revoked' : row.expiresAt !== null && row.expiresAt <= now ? 'expired' : 'valid',
          ]),
        )
      }),
    )
  token
    .command('revoke <id>')
    .description('refuse the token from now on')
    .action(
      onCatalog(async (context, id: string) => {
        // The text is not repeated: it may be a token that was pasted in the wrong place.
        if (!/^\d{1,9}$/.test(id))
          throw new CatalogError('not_found', 'There is no token of that id: "token list" shows the ids.')
        await withdrawToken(context, Number(id))
        return `Revoked token ${id}.`
      }),
    )

  cli
    .command('sweep')
    .description('delete expired lists, and files that no list has (a running server does so once a minute)')
    .action(
      onCatalog(async (context) => {
        const { lists, files } = await sweep(context)
        return `Deleted ${lists} expired lists and ${files} unused files.`
      }),
    )
  cli
    .command('migrate')
    .description('apply the database migrations (a starting server does so itself)')
    .action(onCatalog(async () => 'The database has all migrations.'))

  return cli
}

function parseAbilities(text: string): Ability[] {
  const abilities = text.split(',').map((ability) => ability.trim())
  const unknown = abilities.find((ability) => !ABILITIES.some((known) => known === ability))
  if (unknown !== undefined) throw new InvalidArgumentError(`"${unknown}" is not one of ${ABILITIES.join(', ')}.`)
  return ABILITIES.filter((ability) => abilities.includes(ability))
}

const HOURS = { h: 1, d: 24, w: 168 }

/** Milliseconds of a time such as 12h, 90d or 8w. */
function parseLifetime(text: string): number {
  const [, count, unit] = /^([1-9]\d{0,4})([hdw])$/.exec(text) ?? []
  if (count === undefined) throw new InvalidArgumentError('A time is a number and h, d or w: 12h, 90d, 8w.')
  return Number(count) * HOURS[unit as keyof typeof HOURS] * 3_600_000
}

/** Rows under their headings, in columns as wide as their widest cell. */
function table(headings: string[], rows: string[][]): string {
  const lines = [headings, ...rows]
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)))
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
