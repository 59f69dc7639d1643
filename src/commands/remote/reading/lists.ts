import { type Command, Option } from 'commander'
import { data, ListPage } from '../../../lists/schemas.ts'
import { renderLoadOrder, textSections } from '../../../load-order/rendering/load-order.ts'
import { byDomain, isUnread, noteWords, notReadWords } from '../../../load-order/rendering/notes.ts'
import type { LoadOrder } from '../../../load-order/schemas.ts'
import { ModDetail, ModPage } from '../../../mods/schemas.ts'
import { counted } from '../../../text/amounts.ts'
import { oneLine, table } from '../../terminal.ts'
import { defaultLimits, RemoteError } from '../api.ts'
import { type Connection, collect, overHttp, type RemoteTerminal } from '../connection.ts'
import { domainNamed, gameNamed, gamesOf } from '../games.ts'
import { FOLDERS, loadSource, placeOf, readLocal, readSource, type Source } from '../sources.ts'
import { listsTable, listText, localText } from './list-text.ts'

/**
 * Returns a load order as the text of the API, but without a heading for no plugins, with the DLLs of a log, the number
 * of settings, and what was ignored.
 */
export function loadOrderText({ mods, plugins, settings, notes, log }: LoadOrder): string {
  const dlls = log?.extender_plugins ?? []
  const sections = textSections({ mods, plugins, log })
  const parts = [
    sections.crash,
    sections.mods,
    sections.plugins.length === 0 ? '' : ['Plugins', ...sections.plugins],
    dlls.length === 0
      ? ''
      : ['DLLs', ...dlls.map(({ name, version }) => oneLine(`${name} ${version ?? ''}`.trimEnd()))],
    settings.map(({ file, settings }) => `${oneLine(file)}: ${counted(settings.length, 'setting')}`),
    notes.map((note) => `${oneLine(note.file)} ${oneLine(noteWords(note))}.`),
  ]
  return parts
    .map((part) => [part].flat().join('\n'))
    .filter((part) => part !== '')
    .join('\n\n')
}

const SHOW_FORMATS = { text: 'txt', markdown: 'md', csv: 'csv' } as const

interface ShowOptions extends Connection {
  files: boolean
  game?: string
  format?: keyof typeof SHOW_FORMATS
}

interface ListsOptions extends Connection {
  author?: string
  game?: string
  search?: string
  mod?: string[]
  plugin?: string[]
  page?: string
  sort?: string
}

export function addReadingCommands(cli: Command, { print, show, complain, apiFor }: RemoteTerminal): void {
  overHttp(cli.command('show <list>'))
    .description(
      `show a list, by slug or address, the folder of a profile, or a file such as a crash log: what crashed, its files, its mods under their separators, its plugins. ${FOLDERS}`,
    )
    .addOption(new Option('--files', 'show all lines of the files instead').default(false).conflicts('format'))
    .addOption(
      new Option('--format <format>', 'only mods and plugins, to paste or to open as a table').choices(
        Object.keys(SHOW_FORMATS),
      ),
    )
    .option('--game <name>', 'the game of the folder or file, by name or id, if Mod Organizer does not say it')
    .action(async (list: string, { files, game, format, ...options }: ShowOptions) => {
      const place = await placeOf(list)
      let source: Source
      let text: string
      if ('path' in place) {
        source = await readLocal(place, defaultLimits(), complain)
        if (game !== undefined) source.domain = domainNamed(game)
        const isRead = files || place.kind === 'folder' || !isUnread(readSource(source))
        if (!isRead) throw new RemoteError(unreadText(source))
        text = localText(source, place.kind, files)
      } else {
        if (game !== undefined) throw new RemoteError('--game is for folders and files. A list has its own game.')
        const loaded = await loadSource(apiFor(options, place.server), place.slug)
        source = loaded.source
        text = listText(loaded.list, files)
      }
      if (format !== undefined)
        return print(renderLoadOrder(readSource(source), SHOW_FORMATS[format]).replace(/\r?\n$/, ''))
      const order = files ? '' : loadOrderText(readSource(source)) || unreadText(source)
      show(order === '' ? text : `${text}\n\n${order}`)
    })

  overHttp(cli.command('games'))
    .description('show all games, with the number of their lists')
    .action(async (options: Connection) => {
      const games = await gamesOf(apiFor(options))
      show(table(games, { ID: ({ id }) => id, NAME: ({ name }) => name, LISTS: ({ lists_count }) => lists_count }))
    })

  overHttp(cli.command('lists'))
    .description('show a page of the public lists, newest first')
    .option('--author <name>', "only this author's lists")
    .option('--game <name>', "only this game's lists, by name in any case or by id")
    .option('--search <words>', 'only lists that contain these words')
    .option('--mod <name>', 'only lists that have this mod; can be repeated', collect)
    .option('--plugin <name>', 'only lists that have this plugin; can be repeated', collect)
    .option('--page <number>', 'number of the page (default: 1)')
    .option('--sort <field>', 'created, -created, updated or -updated')
    .action(async ({ author, game, search, mod, plugin, page: number, sort, ...options }: ListsOptions) => {
      const api = apiFor(options)
      const query = queryOf({
        'filter[author]': author,
        'filter[game]': game === undefined ? undefined : (await gameNamed(api, game)).name,
        'filter[search]': search,
        'filter[mod][]': mod,
        'filter[plugin][]': plugin,
        'page[number]': number,
        sort,
      })
      const page = await api.get(`/lists?${query}`, ListPage)
      show(listsTable(page.data))
      complain(`Page ${page.meta.current_page} of ${page.meta.last_page}, ${counted(page.meta.total, 'list')} in all.`)
    })
}

function queryOf(parameters: Record<string, string | string[] | undefined>): URLSearchParams {
  const pairs = Object.entries(parameters).flatMap(([name, value = []]) => [value].flat().map((item) => [name, item]))
  return new URLSearchParams(pairs)
}

const unreadText = ({ files, domain }: Source): string =>
  notReadWords(
    files.map(({ name }) => name),
    byDomain(domain),
  )

interface ModsOptions extends Connection {
  game: string
  search?: string
  plugins?: boolean
  page?: string
}

export function addModCommands(cli: Command, { show, complain, apiFor }: RemoteTerminal): void {
  overHttp(cli.command('mods'))
    .description('show the mods of a game, the most used first')
    .requiredOption('--game <name>', 'the game, by name in any case or by id')
    .option('--search <words>', 'only mods whose names contain words that begin with these')
    .option('--plugins', 'plugins instead of mods')
    .option('--page <number>', 'number of the page (default: 1)')
    .action(async ({ game, search, plugins, page, ...options }: ModsOptions) => {
      const api = apiFor(options)
      const { id } = await gameNamed(api, game)
      const kind = plugins ? 'plugin' : 'mod'
      const query = queryOf({ 'filter[kind]': kind, 'filter[search]': search, 'page[number]': page })
      const found = await api.get(`/games/${id}/mods?${query}`, ModPage)
      show(
        table(found.data, {
          LISTS: ({ lists_count }) => lists_count,
          ON: ({ enabled_count }) => enabled_count,
          NAME: ({ name }) => name,
        }),
      )
      const { current_page, last_page, total } = found.meta
      complain(`Page ${current_page} of ${last_page}, ${total} ${plugins ? 'plugins' : 'mods'} in all.`)
    })

  overHttp(cli.command('mod <name>'))
    .description('show how many lists have a mod, its versions and sources, and what is often in the same lists')
    .requiredOption('--game <name>', 'the game, by name in any case or by id')
    .option('--plugins', 'a plugin instead of a mod')
    .action(async (name: string, { game, plugins, ...options }: ModsOptions) => {
      const api = apiFor(options)
      const { id } = await gameNamed(api, game)
      const path = `/games/${id}/${plugins ? 'plugins' : 'mods'}/${encodeURIComponent(name)}`
      show(modText((await api.get(path, data(ModDetail))).data))
    })
}

function modText({ name, lists_count, enabled_count, versions, sources, beside }: ModDetail): string {
  const part = (title: string, rows: [string, number][]) =>
    rows.length === 0 ? [] : ['', table(rows, { [title]: ([name]) => name, LISTS: ([, count]) => count })]
  return [
    name,
    `in ${lists_count} public lists, on in ${enabled_count}`,
    ...part(
      'VERSION',
      versions.map(({ version, lists_count }) => [version, lists_count]),
    ),
    ...part(
      'SOURCE',
      sources.map(({ url, lists_count }) => [url, lists_count]),
    ),
    ...part(
      'OFTEN WITH',
      beside.map(({ name, both }) => [name, both]),
    ),
  ].join('\n')
}
