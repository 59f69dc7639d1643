import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { InvalidArgumentError } from 'commander'
import { CatalogError } from '../errors.ts'
import { inspectList } from '../lists/ownership/service.ts'
import { findBlocks } from '../moderation/actions/queries.ts'
import { moderate, type Order } from '../moderation/actions/service.ts'
import { findCases, findOpenReports } from '../moderation/cases/queries.ts'
import { MAX_REASON } from '../moderation/cases/schemas.ts'
import { blockFile, changeModerator, endSuspension, suspendUser, unblockFile } from '../moderation/operator-service.ts'
import { counted } from '../text/amounts.ts'
import type { CatalogCommand, CatalogContext } from './catalog-command.ts'
import { listPlace } from './remote/sources.ts'
import { table } from './terminal.ts'

export function parseReason(text: string): string {
  const reason = text.trim()
  if (reason === '' || [...reason].length > MAX_REASON)
    throw new InvalidArgumentError(`A reason must have 1 to ${MAX_REASON.toLocaleString('en')} characters.`)
  return reason
}

export const act = (context: CatalogContext, slug: string, action: Order['action'], reason: string): Promise<number> =>
  moderate(context, null, slug, { action, reason })

const REASON = ['--reason <text>', 'why; kept in the log', parseReason] as const

const MOST_CASES = 1_000

export function addModerationCommands(cli: CatalogCommand): void {
  const report = cli.command('report').description('look at reports of lists, and dismiss them')
  report.command('list').description('show the lists that have open reports, the oldest case first').reads(listCases)
  report.command('show <list>').description('show the open reports of a list').reads(showReports)
  report
    .command('dismiss <list>')
    .description('close the open reports of a list without changing the list')
    .requiredOption(...REASON)
    .writes(async (context, place: string, { reason }: { reason: string }) => {
      const { slug } = listPlace(place)
      await act(context, slug, 'dismiss', reason)
      return `Dismissed the reports of ${slug}.`
    })

  const block = cli.command('block').description('block files from being uploaded, by content, under any name')
  block
    .command('add <file>')
    .description('block the content of a file on this computer (- is standard input)')
    .requiredOption(...REASON)
    .writes(async (context, path: string, { reason }: { reason: string }) => {
      const reading = path === '-' ? buffer(process.stdin) : readFile(path)
      const content = await reading.catch((error: NodeJS.ErrnoException) => {
        throw new CatalogError('not_found', `${path} can't be read: ${error.code ?? error.message}.`)
      })
      const file = { name: path === '-' ? 'standard input' : basename(path), content }
      return `Blocked ${file.name}: ${await blockFile(context, file, reason)}`
    })
  block
    .command('remove <hash>')
    .description('let a content be uploaded again')
    .option(...REASON, 'By the operator.')
    .writes(async (context, hash: string, { reason }: { reason: string }) => {
      await unblockFile(context, hash, reason)
      return `${hash} can be uploaded again.`
    })
  block
    .command('list')
    .description('show the blocked contents')
    .reads(async ({ db }) => {
      return table(await findBlocks(db), {
        HASH: ({ hash }) => hash,
        NAME: ({ name }) => name,
        BLOCKED: ({ createdAt }) => createdAt,
        REASON: ({ reason }) => reason,
      })
    })
}

async function listCases({ db }: CatalogContext): Promise<string> {
  return table(await findCases(db, { skip: 0, take: MOST_CASES }), {
    SLUG: ({ slug }) => slug,
    AUTHOR: ({ author }) => author,
    HIDDEN: ({ hidden }) => hidden,
    SINCE: ({ since }) => since,
    REASONS: ({ reasons, more }) => reasonsText(reasons, more),
  })
}

const reasonsText = (reasons: Record<string, number>, more: number) =>
  [...Object.entries(reasons).map((entry) => entry.join(' ')), ...(more > 0 ? [`${more} more`] : [])].join(', ')

async function showReports(context: CatalogContext, place: string): Promise<string> {
  const { slug } = listPlace(place)
  const { row } = await inspectList(context, slug)
  const reports = await findOpenReports(context.db, row.id)
  if (reports.length === 0) return `${slug} has no open reports.`
  const texts = reports.map(({ reason, text, contact, created }) =>
    [`${created.toISOString()} ${reason}`, text, contact && `Contact: ${contact}`]
      .filter((line) => line !== null)
      .join('\n')
      .replaceAll('\n', '\n  '),
  )
  return [`${slug} has ${counted(reports.length, 'open report')}.`, ...texts].join('\n')
}

interface SuspendOptions {
  reason: string
  until?: Date
  off: boolean
}

export function addUserModeration(user: CatalogCommand): void {
  user
    .command('suspend <name>')
    .description('keep a user from writing; they can still sign in, and see and download their lists')
    .requiredOption('--reason <text>', 'why; the user sees it, and it is kept in the log', parseReason)
    .option('--until <date>', 'when it ends, such as 2027-01-31 (default: never)', parseDate)
    .option('--off', 'end the suspension', false)
    .writes(async (context, name: string, { reason, until, off }: SuspendOptions) => {
      if (off) return `${await endSuspension(context, name, reason)} is no longer suspended.`
      const suspended = await suspendUser(context, name, reason, until ?? null)
      return `${suspended} is suspended${until === undefined ? '' : ` until ${until.toISOString()}`}.`
    })
  user
    .command('moderator <name>')
    .description('let a user act on reports, on the website and through the API')
    .option('--off', 'make the user an ordinary user again, at once', false)
    .writes(async (context, name: string, { off }: { off: boolean }) => {
      const changed = await changeModerator(context, name, !off)
      return off ? `${changed} is no longer a moderator.` : `${changed} is a moderator now.`
    })
}

function parseDate(text: string): Date {
  const date = new Date(text)
  if (!/^\d{4}-\d\d-\d\d(T.*)?$/.test(text) || Number.isNaN(date.getTime()))
    throw new InvalidArgumentError('Expected a date such as 2027-01-31.')
  if (date <= new Date()) throw new InvalidArgumentError('The date is in the past.')
  return date
}
