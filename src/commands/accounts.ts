import { InvalidArgumentError } from 'commander'
import { findUser, listUsers } from '../accounts/queries.ts'
import { makeSignInCode } from '../accounts/recovery-service.ts'
import { createUser, deleteUser, verifyUser } from '../accounts/service.ts'
import { countSignInMethods } from '../accounts/sign-in/queries.ts'
import { issueToken, revokeToken, tokensOf } from '../accounts/tokens/service.ts'
import { type Ability, MODERATOR_ABILITIES } from '../actor.ts'
import { loadConfig, urlsOf } from '../config.ts'
import { CatalogError, notFound } from '../errors.ts'
import { counted } from '../text/amounts.ts'
import type { CatalogCommand } from './catalog-command.ts'
import { addUserModeration } from './moderation.ts'
import { table } from './terminal.ts'

export function addAccountCommands(cli: CatalogCommand): void {
  const user = cli.command('user').description('manage users, who are the authors of lists')
  user
    .command('create <name>')
    .description('create a user')
    .option('--verified', 'show the user as verified', false)
    .writes(async (context, name: string, { verified }: { verified: boolean }) => {
      const created = await createUser(context, { name, verified })
      return `Created user ${created.name}.`
    })
  user
    .command('list')
    .description('show all users')
    .reads(async ({ db, clock }) => {
      const [users, methods] = await Promise.all([listUsers(db), countSignInMethods(db)])
      return table(users, {
        NAME: ({ name }) => name,
        VERIFIED: ({ verified }) => verified,
        MODERATOR: ({ moderator }) => moderator,
        SUSPENDED: ({ suspension }) => suspensionText(suspension, clock()),
        LISTS: ({ _count }) => _count.lists,
        TOKENS: ({ _count }) => _count.tokens,
        'SIGNS IN BY': ({ id }) => methodsText(methods.get(id)),
        CREATED: ({ createdAt }) => createdAt,
      })
    })
  user
    .command('sign-in <name>')
    .description('print a link that signs the user in once, within an hour, if they have lost every other way')
    .writes(async (context, name: string) => {
      const found = await findUser(context.db, name)
      if (found === null) throw notFound(`User ${name}`)
      const config = loadConfig(cli.terminal.settings())
      // The code is in the fragment, which browsers do not send, so that it is in no log.
      return `${urlsOf(config, config.port).website}/sign-in/recover#${await makeSignInCode(context, found.id)}`
    })
  user
    .command('verify <name>')
    .description('mark a user as verified')
    .writes(async (context, name: string) => `Verified user ${(await verifyUser(context, name)).name}.`)
  user
    .command('delete <name>')
    .description('delete a user and their tokens; refused while they have lists')
    .option('--lists', 'also delete their lists', false)
    .writes(async (context, name: string, { lists }: { lists: boolean }) => {
      const deleted = await deleteUser(context, name, { withLists: lists })
      return `Deleted user ${deleted.name}${deleted.lists === 0 ? '' : ` and ${counted(deleted.lists, 'list')}`}.`
    })

  addUserModeration(user)

  const token = cli.command('token').description('manage API tokens')
  token
    .command('create <user>')
    .description('issue a token and print it; it is shown only once')
    .requiredOption(
      '--abilities <list>',
      `what it allows, separated by commas: ${MODERATOR_ABILITIES.join(', ')}`,
      parseAbilities,
    )
    .option('--name <label>', 'a label, shown by "token list"')
    .option('--expires <time>', 'how long it is valid: 12h, 90d, 8w (default: forever)', parseLifetime)
    .writes((context, name: string, options: { abilities: Ability[]; name?: string; expires?: number }) =>
      issueToken(context, {
        user: name,
        abilities: options.abilities,
        label: options.name ?? null,
        lifetime: options.expires ?? null,
      }),
    )
  token
    .command('list <user>')
    .description("show a user's tokens, without their secrets")
    .reads(async (context, name: string) => {
      const now = context.clock()
      return table(await tokensOf(context, name), {
        ID: ({ id }) => id,
        NAME: ({ label }) => label,
        ABILITIES: ({ abilities }) => abilities.join(','),
        CREATED: ({ createdAt }) => createdAt,
        EXPIRES: ({ expiresAt }) => expiresAt ?? 'never',
        STATE: ({ expiresAt, revokedAt }) =>
          revokedAt !== null ? 'revoked' : expiresAt !== null && expiresAt <= now ? 'expired' : 'valid',
      })
    })
  token
    .command('revoke <id>')
    .description('make a token invalid from now on')
    .writes(async (context, id: string) => {
      // The text is not repeated, because it may be a token pasted by mistake.
      if (!/^\d{1,9}$/.test(id))
        throw new CatalogError('not_found', 'No token has this id. "token list" shows the ids.')
      await revokeToken(context, Number(id))
      return `Revoked token ${id}.`
    })
}

function suspensionText(suspension: { until: Date | null } | null, now: Date): string {
  if (suspension === null || (suspension.until !== null && suspension.until <= now)) return 'no'
  return suspension.until === null ? 'yes' : `until ${suspension.until.toISOString()}`
}

function methodsText(methods: { passkeys: number; issuers: string[] } | undefined): string | null {
  if (methods === undefined) return null
  const passkeys = methods.passkeys === 0 ? [] : [counted(methods.passkeys, 'passkey')]
  const issuers = methods.issuers.map((issuer) => (URL.canParse(issuer) ? new URL(issuer).host : issuer))
  return [...passkeys, ...issuers].join(', ')
}

function parseAbilities(text: string): Ability[] {
  const abilities = text.split(',').map((ability) => ability.trim())
  const unknown = abilities.find((ability) => !MODERATOR_ABILITIES.some((known) => known === ability))
  if (unknown !== undefined)
    throw new InvalidArgumentError(`"${unknown}" is not one of ${MODERATOR_ABILITIES.join(', ')}.`)
  return MODERATOR_ABILITIES.filter((ability) => abilities.includes(ability))
}

const HOURS = { h: 1, d: 24, w: 168 }

function parseLifetime(text: string): number {
  const [, count, unit] = /^([1-9]\d{0,4})([hdw])$/.exec(text) ?? []
  if (count === undefined) throw new InvalidArgumentError('Expected a duration such as 12h, 90d or 8w.')
  return Number(count) * HOURS[unit as keyof typeof HOURS] * 3_600_000
}
