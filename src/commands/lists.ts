import type { Command } from 'commander'
import { CatalogError } from '../errors.ts'
import { hideList } from '../lists/revisions/service.ts'
import { deleteListsBySlug, inspectList, slugsLike } from '../lists/taking-down/service.ts'
import { OPTIONAL_TEXTS, TEXT_FIELDS } from '../lists/text-fields.ts'
import { sizeText } from '../text/amounts.ts'
import { harmless } from '../text/harmless.ts'
import { didYouMean } from './nearest.ts'
import { listPlace } from './remote/sources.ts'
import { type CatalogContext, onCatalog, READS, type Terminal, table } from './terminal.ts'

/** Adds the commands by which an operator inspects lists and takes them down. */
export function addListCommands(cli: Command, terminal: Terminal): void {
  const list = cli.command('list').description("inspect anyone's lists or take them down, by slug or address")
  list
    .command('show <list>')
    .description('show what is stored about a list, without the content of its files')
    .action(
      onCatalog(terminal, (context, place: string) => named(context, place, (slug) => showList(context, slug)), READS),
    )
  list
    .command('delete <lists...>')
    .description('delete lists without asking; if one does not exist, nothing is deleted')
    .action(
      onCatalog(terminal, async (context, places: string[]) => {
        const slugs = [...new Set(places.map((place) => listPlace(place).slug))]
        const missing = await deleteListsBySlug(context, slugs)
        if (missing.length > 0) throw await notThere(context, missing, ' Nothing was deleted.')
        return slugs.map((slug) => `Deleted ${slug}.`).join('\n')
      }),
    )
  list
    .command('private <list>')
    .description('make a list unlisted: anyone with its link can see it')
    .action(
      onCatalog(terminal, (context, place: string) =>
        named(context, place, async (slug) =>
          (await hideList(context, slug)) ? `${slug} is now unlisted.` : `${slug} is already unlisted.`,
        ),
      ),
    )
}

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

async function notThere(context: CatalogContext, slugs: string[], more = ''): Promise<CatalogError> {
  const sentences = await Promise.all(
    slugs.map(async (slug) => `There is no list ${slug}.${didYouMean(slug, await slugsLike(context, slug))}`),
  )
  return new CatalogError('not_found', sentences.join(' ') + more)
}

async function showList(context: CatalogContext, slug: string): Promise<string> {
  const { row, files, hasKey } = await inspectList(context, slug)
  const anonymous = hasKey ? 'anonymous, with an owner key' : 'anonymous, without an owner key'
  const fields: [name: string, value: string | null][] = [
    ['Slug', row.slug],
    ['Name', row.name],
    ['Game', row.game.name],
    ['Author', row.author === null ? anonymous : row.author.name + (row.author.verified ? ' (verified)' : '')],
    ...OPTIONAL_TEXTS.map((name): [string, string | null] => [TEXT_FIELDS[name].label, row[name]]),
    ['Revision', String(row.revisionNumber)],
    ['Private', row.private ? 'yes' : 'no'],
    ['Expires', row.expiresAt?.toISOString() ?? 'never'],
    ['Created', row.createdAt.toISOString()],
    ['Updated', row.updatedAt.toISOString()],
  ]
  const lines = fields.flatMap(([name, value]) =>
    value === null ? [] : [`${name.padEnd(13)}${harmless(value).replaceAll('\n', `\n${' '.repeat(13)}`)}`],
  )
  const rows = files.map(({ cleanName, bytes, name }) => [cleanName, sizeText(bytes), name])
  return [...lines, '', table(['FILE', 'SIZE', 'STORED AS'], rows)].join('\n')
}
