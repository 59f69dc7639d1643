import { type Command, Option } from 'commander'
import pc from 'picocolors'
import { Comparison } from '../../compare/schemas.ts'
import { findNexusDomain } from '../../games/nexus.ts'
import { data, ListDetail, ListPage } from '../../lists/schemas.ts'
import { renderLoadOrder } from '../../load-order/rendering/load-order/format.ts'
import { changesMarkdown } from '../../load-order/rendering/markdown.ts'
import { harmless } from '../../text/harmless.ts'
import { type Ending, type Terminal, table } from '../terminal.ts'
import { ClientError, defaultLimits } from './api.ts'
import { addApplyCommand } from './applying/commands.ts'
import { apisOf, type Connection, type NamedServer, overHttp } from './connection.ts'
import { gameNamed, gamesOf } from './games.ts'
import { addLoginCommands } from './login/commands.ts'
import { changesBetween, namesApart, printableJson } from './reading/changes.ts'
import { changesText } from './reading/changes-text.ts'
import { addHistoryCommands } from './reading/history.ts'
import { coloredDiff, listsTable, listText, sourceText, withLoadOrder } from './reading/list-text.ts'
import { addModCommands } from './reading/mods.ts'
import { detailPath, listPlace, type Place, placeOf, readFolder, readSource, type Source, sourceOf } from './sources.ts'
import { addWritingCommands } from './writing/commands.ts'

/** Exit statuses, the same as those of `diff`. */
const DIFFERENT = 1
const TROUBLE = 2

interface ChangesOptions extends Connection {
  markdown?: boolean
  json?: boolean
}

/** The formats of `show`, by the names of the option. */
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

/** Adds the commands that use a server over HTTP, as any client does. They open no database. */
export function addClientCommands(cli: Command, terminal: Terminal, ending: Ending): void {
  addWritingCommands(cli, terminal)
  addApplyCommand(cli, terminal, ending)
  addLoginCommands(cli, terminal)
  const { print, complain, environment } = terminal
  const show = (text: string) => print(terminal.isTerminal ? harmless(text) : text)
  const colors = pc.createColors(terminal.isTerminal === true && (environment.NO_COLOR ?? '') === '')
  const apiFor = apisOf(environment)

  overHttp(cli.command('compare <list1> <list2>'))
    .description(
      'show the unified diffs of two lists, by slug or address; status 0: no differences, 1: differences, 2: trouble',
    )
    .action(async (one: string, other: string, options: Connection) => {
      ending.failed = TROUBLE
      const [list1, list2] = [listPlace(one), listPlace(other)]
      const server = commonServer([list1, list2], options)
      const path = `/compare/${encodeURIComponent(list1.slug)}/${encodeURIComponent(list2.slug)}`
      const { diffs } = (await apiFor(options, server).get(path, data(Comparison))).data
      if (diffs.length === 0) return
      const text = terminal.isTerminal ? diffs.map((diff) => coloredDiff(harmless(diff), colors)) : diffs
      print(text.join('').replace(/\n$/, ''))
      ending.done = DIFFERENT
    })

  overHttp(cli.command('changes <list1> <list2>'))
    .description(
      `show how two lists differ in mods, plugins and settings: each a slug, an address, or the folder of a profile. ${FOLDERS} Status 0: no differences, 1: differences, 2: trouble`,
    )
    .addOption(new Option('--markdown', 'as Markdown, for a forum or a release').conflicts('json'))
    .option('--json', 'as JSON, in the shape of /v1/compare/{slug1}/{slug2}/changes')
    .action(async (one: string, other: string, options: ChangesOptions) => {
      ending.failed = TROUBLE
      const places = [await placeOf(one), await placeOf(other)] as const
      const server = commonServer(places, options)
      const { list1, list2, ...changes } = await changesBetween(places, () => apiFor(options, server), complain)
      const names = namesApart([list1, list2], places)
      if (options.json) print(printableJson({ data: { list1, list2, ...changes } }))
      else if (options.markdown) print(changesMarkdown(changes, names).trimEnd())
      else print(changesText(changes, names, colors))
      ending.done = changes.same ? 0 : DIFFERENT
    })

  overHttp(cli.command('show <list>'))
    .description(
      `show a list, by slug or address, or the folder of a profile: its files, its mods under their separators, its plugins. ${FOLDERS}`,
    )
    .addOption(new Option('--files', 'show all lines of the files instead').default(false).conflicts('format'))
    .addOption(
      new Option('--format <format>', 'only mods and plugins, to paste or to open as a table').choices(
        Object.keys(SHOW_FORMATS),
      ),
    )
    .option('--game <name>', "the folder's game, by name or id, for links to mods of which only the number is known")
    .action(async (list: string, options: ShowOptions) => {
      const asFormat = (source: Source, format: keyof typeof SHOW_FORMATS) =>
        print(renderLoadOrder(readSource(source), SHOW_FORMATS[format]).replace(/\r?\n$/, ''))
      const place = await placeOf(list)
      if ('folder' in place) {
        const domain = options.game === undefined ? undefined : domainNamed(options.game)
        const found = await readFolder(place.folder, defaultLimits(), complain)
        const source = domain === undefined ? found : { ...found, domain }
        return options.format ? asFormat(source, options.format) : show(sourceText(source, options.files))
      }
      if (options.game !== undefined) throw new ClientError('--game is for folders. A list has its own game.')
      const answer = await apiFor(options, place.server).get(detailPath(place.slug), data(ListDetail))
      if (options.format) return asFormat(sourceOf(answer.data), options.format)
      show(withLoadOrder(listText(answer.data, options.files), sourceOf(answer.data), options.files))
    })

  addHistoryCommands(cli, { ...terminal, show, colors, apiFor })

  overHttp(cli.command('games'))
    .description('show all games, with the number of their lists')
    .action(async (options: Connection) => {
      const games = await gamesOf(apiFor(options))
      const rows = games.map(({ id, name, lists_count }) => [String(id), name, String(lists_count)])
      show(table(['ID', 'NAME', 'LISTS'], rows))
    })

  addModCommands(cli, { show, complain, apiFor })

  overHttp(cli.command('lists'))
    .description('show a page of the public lists, newest first')
    .option('--author <name>', "only this author's lists")
    .option('--game <name>', "only this game's lists, by name in any case or by id")
    .option('--search <words>', 'only lists that contain these words')
    .option('--mod <name>', 'only lists that have this mod; may be repeated', collect)
    .option('--plugin <name>', 'only lists that have this plugin; may be repeated', collect)
    .option('--page <number>', 'number of the page (default: 1)')
    .option('--sort <field>', 'created, -created, updated or -updated')
    .action(async (options: ListsOptions) => {
      const api = apiFor(options)
      const query = new URLSearchParams(
        Object.entries({
          'filter[author]': options.author,
          'filter[game]': options.game === undefined ? undefined : (await gameNamed(api, options.game)).name,
          'filter[search]': options.search,
          'page[number]': options.page,
          sort: options.sort,
        }).filter((entry): entry is [string, string] => entry[1] !== undefined),
      )
      for (const name of options.mod ?? []) query.append('filter[mod][]', name)
      for (const name of options.plugin ?? []) query.append('filter[plugin][]', name)
      const page = await api.get(`/lists?${query}`, ListPage)
      show(listsTable(page.data))
      complain(`Page ${page.meta.current_page} of ${page.meta.last_page}, ${page.meta.total} lists in all.`)
    })
}

function domainNamed(game: string): string | null {
  const domain = findNexusDomain(game)
  if (domain === undefined) throw new ClientError(`There is no game "${game}". "mod-list-catalog games" shows all.`)
  return domain
}

/** Collects the values of an option that may be repeated. */
const collect = (value: string, values: string[] = []) => [...values, value]

/** Explains in `--help` which arguments are folders. */
const FOLDERS =
  'An argument is a folder if such a folder exists or if it has a slash; nothing of it is sent. A path such as /lists/my-list is a list.'

/** Returns the server of lists given by address. Throws if the addresses name different servers. */
function commonServer(places: readonly Place[], { url }: Connection): NamedServer | undefined {
  const named = places.flatMap((place) => ('slug' in place && place.server) || [])
  const certain = named.filter(({ isGuess }) => !isGuess)
  const [server, ...others] = certain.length > 0 ? certain : named
  const isCommon = others.every(({ address }) => address === server?.address)
  if (isCommon || url !== undefined) return server
  if (server?.isGuess) return undefined
  throw new ClientError('The lists are on different servers. Only lists of the same server can be compared.')
}
