import { CatalogError } from '../errors.ts'
import { inspectList } from '../lists/ownership/service.ts'
import { findSlugsLike } from '../lists/taking-down-queries.ts'
import { deleteListsBySlug } from '../moderation/actions/service.ts'
import { findReceived, findSenderOf, type ReceivedFilter, type ReceivedList } from '../moderation/cases/queries.ts'
import { counted, sizeText } from '../text/amounts.ts'
import type { CatalogCommand, CatalogContext } from './catalog-command.ts'
import { act, parseReason } from './moderation.ts'
import { didYouMean } from './remote/games.ts'
import { type Fields, fieldsText, optionalFields } from './remote/reading/list-text.ts'
import { listPlace } from './remote/sources.ts'
import { isAgreed, type Terminal, table } from './terminal.ts'

const REASON = ['--reason <text>', 'why; the author sees it, and it is kept in the log', parseReason] as const

export function addListCommands(cli: CatalogCommand): void {
  const list = cli.command('list').description("inspect anyone's lists or take them down, by slug or address")
  list
    .command('list')
    .description('show all lists: their authors, their sizes, and a key of the address that each was uploaded from')
    .option('--newest', `only the newest ${NEWEST}, latest first`, false)
    .option('--anonymous', 'only lists without an author', false)
    .option('--private', 'only unlisted lists', false)
    .option('--from <key>', 'only lists from the address with this key; keys are kept for a day')
    .reads(listReceived)
  list
    .command('show <list>')
    .description(
      'show what is stored about a list, except the content of its files; with --reason, show a hidden list to everybody again',
    )
    .option('--reason <text>', 'why a hidden list is shown to everybody again; kept in the log', parseReason)
    .writes((context, place: string, { reason }: { reason?: string }) =>
      named(context, place, async (slug) => {
        if (reason === undefined) return showList(context, slug)
        await act(context, slug, 'show', reason)
        return `${slug} is shown again.`
      }),
    )
  list
    .command('hide <list>')
    .description('hide a list from everybody but its author and moderators; its author cannot undo that')
    .requiredOption(...REASON)
    .writes((context, place: string, { reason }: { reason: string }) =>
      named(context, place, async (slug) => {
        await act(context, slug, 'hide', reason)
        return `${slug} is hidden now.`
      }),
    )
  list
    .command('delete [lists...]')
    .description('delete lists; if one does not exist, nothing is deleted. Asks only with --same-sender-as')
    .option(...REASON, 'Taken down by the operator.')
    .option(
      '--same-sender-as <list>',
      'also delete the anonymous lists from the same address and day; shows them first',
    )
    .option('--authors', 'with --same-sender-as: also delete the lists of authors', false)
    .option('--yes', 'do not ask', false)
    .writes(async (context, places: string[], options: DeleteOptions) => {
      const named = [...new Set(places.map((place) => listPlace(place).slug))]
      const slugs = options.sameSenderAs === undefined ? named : await withSender(context, cli.terminal, named, options)
      if (slugs.length === 0) throw new CatalogError('invalid', 'Name a list to delete, or --same-sender-as a list.')
      const missing = await deleteListsBySlug(context, slugs, options.reason)
      if (missing.length > 0) throw await notThere(context, missing, NOTHING_DELETED)
      return slugs.map((slug) => `Deleted ${slug}.`).join('\n')
    })
}

interface DeleteOptions {
  reason: string
  sameSenderAs?: string
  authors: boolean
  yes: boolean
}

const NOTHING_DELETED = ' Nothing was deleted.'

/** Adds the lists from the address and day of a list, after asking. Lists of authors need --authors. */
async function withSender(
  context: CatalogContext,
  { complain }: Terminal,
  named: readonly string[],
  { sameSenderAs = '', authors, yes }: DeleteOptions,
): Promise<string[]> {
  const found = await ofSender(context, sameSenderAs)
  const isTaken = ({ slug, author }: ReceivedList) => authors || author === null || named.includes(slug)
  const [taken, spared] = [found.filter(isTaken), found.filter((list) => !isTaken(list))]
  if (taken.length > 0) complain(receivedTable(taken))
  if (spared.length > 0)
    complain(`Not deleted without --authors: ${spared.map(({ slug, author }) => `${slug} (${author})`).join(', ')}`)
  const slugs = [...new Set([...named, ...taken.map(({ slug }) => slug)])]
  if (slugs.length === 0) throw new CatalogError('invalid', `The address sent no anonymous list.${NOTHING_DELETED}`)
  if (yes || (await isAgreed(`Delete ${counted(slugs.length, 'list')}?`))) return slugs
  throw new CatalogError('invalid', `Nothing was deleted. To delete ${counted(slugs.length, 'list')}, add --yes.`)
}

async function ofSender(context: CatalogContext, place: string): Promise<ReceivedList[]> {
  const { slug } = listPlace(place)
  const from = await findSenderOf(context.db, slug)
  if (from !== null) return findReceived(context.db, { from }, MOST, context.clock())
  await inspectList(context, slug).catch(async () => {
    throw await notThere(context, [slug], NOTHING_DELETED)
  })
  throw new CatalogError('not_found', `The address that ${slug} came from is no longer known. It is kept for a day.`)
}

const NEWEST = 50
const MOST = 100_000

const listReceived = async ({ db, clock }: CatalogContext, filter: ReceivedFilter): Promise<string> =>
  receivedTable(await findReceived(db, filter, filter.newest ? NEWEST : MOST, clock()))

const receivedTable = (lists: readonly ReceivedList[]): string =>
  table(lists, {
    SLUG: ({ slug }) => slug,
    AUTHOR: ({ author }) => author,
    SIZE: ({ bytes }) => sizeText(bytes),
    STATE: ({ hiddenAt, ...list }) => (hiddenAt !== null ? 'hidden' : list.private ? 'unlisted' : 'public'),
    CREATED: ({ createdAt }) => createdAt,
    FROM: ({ sender }) => sender,
  })

/** Runs an action on a list. If the list does not exist, the error suggests similar slugs. */
async function named(
  context: CatalogContext,
  place: string,
  action: (slug: string) => Promise<string>,
): Promise<string> {
  const { slug } = listPlace(place)
  try {
    return await action(slug)
  } catch (error) {
    throw error instanceof CatalogError && error.kind === 'not_found' ? await notThere(context, [slug]) : error
  }
}

async function notThere({ db, clock }: CatalogContext, slugs: string[], more = ''): Promise<CatalogError> {
  const sentences = await Promise.all(
    slugs.map(async (slug) => `There is no list ${slug}.${didYouMean(slug, await findSlugsLike(db, slug, clock()))}`),
  )
  return new CatalogError('not_found', sentences.join(' ') + more)
}

async function showList(context: CatalogContext, slug: string): Promise<string> {
  const { row, files, hasKey, hiddenReason } = await inspectList(context, slug)
  const anonymous = hasKey ? 'anonymous, with an owner key' : 'anonymous, without an owner key'
  const fields: Fields = [
    ['Slug', row.slug],
    ['Name', row.name],
    ['Game', row.game.name],
    ['Author', row.author === null ? anonymous : row.author.name + (row.author.verified ? ' (verified)' : '')],
    ...optionalFields(row),
    ['Revision', String(row.revisionNumber)],
    ['Private', row.private ? 'yes' : 'no'],
    ['Hidden', row.hiddenAt === null ? null : `${row.hiddenAt.toISOString()}: ${hiddenReason}`],
    ['Expires', row.expiresAt?.toISOString() ?? 'never'],
    ['Created', row.createdAt.toISOString()],
    ['Updated', row.updatedAt.toISOString()],
  ]
  const stored = table(files, {
    FILE: ({ cleanName }) => cleanName,
    SIZE: ({ bytes }) => sizeText(bytes),
    'STORED AS': ({ name }) => name,
  })
  return `${fieldsText(fields)}\n\n${stored}`
}
