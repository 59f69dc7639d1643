import type { Command } from 'commander'
import { CatalogError } from '../errors.ts'
import { hideList } from '../lists/revisions/service.ts'
import { deleteListsBySlug, inspectList, slugsLike } from '../lists/taking-down/service.ts'
import { OPTIONAL_TEXTS, TEXT_FIELDS } from '../lists/text-fields.ts'
import { harmless } from '../text/harmless.ts'
import { sizeText } from '../text/size.ts'
import { didYouMean } from './nearest.ts'
import { listPlace } from './remote/sources.ts'
import { type CatalogContext, onCatalog, READS, type Terminal, table } from './terminal.ts'

/** Adds the commands with which an operator looks at lists and takes them down, whoever made them. */
export function addListCommands(cli: Command, terminal: Terminal): void {
  const list = cli
    .command('list')
    .description('take lists down, whoever made them: by slug, or by an address that ends in it')
  list
    .command('show <list>')
    .description('show what is stored of a list, but for the content of its files')
    .action(
      onCatalog(terminal, (context, place: string) => named(context, place, (slug) => showList(context, slug)), READS),
    )
  list
    .command('delete <lists...>')
    .description('delete lists at once, without asking: all of them, or none if one is not there')
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
          (await hideList(context, slug)) ? `${slug} is private now.` : `${slug} is private already.`,
        ),
      ),
    )
}

/** Does something with a list. If it is not there, the error says which may be meant. */
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
  const told = await Promise.all(
    slugs.map(async (slug) => `There is no list ${slug}.${didYouMean(slug, await slugsLike(context, slug))}`),
  )
  return new CatalogError('not_found', told.join(' ') + more)
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
