import { type Command, Option } from 'commander'
import pc from 'picocolors'
import { Comparison } from '../../compare/schemas.ts'
import { data, ListDetail, ListPage } from '../../lists/schemas.ts'
import { changesMarkdown } from '../../load-order/rendering/markdown.ts'
import { harmless } from '../../text/harmless.ts'
import { type Ending, type Terminal, table } from '../terminal.ts'
import { ClientError, defaultLimits } from './api.ts'
import { changesBetween, namesApart, printableJson } from './changes.ts'
import { changesText } from './changes-text.ts'
import { apisOf, type Connection, type NamedServer, overHttp } from './connection.ts'
import { gameNamed, gamesOf } from './games.ts'
import { addHistoryCommands } from './history.ts'
import { coloredDiff, listsTable, listText, sourceText, withLoadOrder } from './list-text.ts'
import { detailPath, listPlace, type Place, placeOf, readFolder, sourceOf } from './sources.ts'
import { addWritingCommands } from './writing/commands.ts'

/** Statuses of `diff`, which scripts know. */
const DIFFERENT = 1
const TROUBLE = 2

interface ChangesOptions extends Connection {
  markdown?: boolean
  json?: boolean
}

interface ListsOptions extends Connection {
  author?: string
  game?: string
  search?: string
  page?: string
  sort?: string
}

/** Adds the commands that use a server over HTTP, as any client does. They open no database. */
export function addClientCommands(cli: Command, terminal: Terminal, ending: Ending): void {
  addWritingCommands(cli, terminal)
  const { print, complain, environment } = terminal
  const show = (text: string) => print(terminal.isTerminal ? harmless(text) : text)
  const colors = pc.createColors(terminal.isTerminal === true && (environment.NO_COLOR ?? '') === '')
  const apiFor = apisOf(environment)

  overHttp(cli.command('compare <list1> <list2>'))
    .description('show how two lists differ, by slug or address; status 0 if they do not, 1 if they do, 2 on trouble')
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
      `show how two lists differ in mods, plugins and settings: each a slug, an address, or the folder of a profile. ${FOLDERS} Status 0 if they do not differ, 1 if they do, 2 on trouble`,
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
    .option('--files', 'with all lines of the files instead', false)
    .action(async (list: string, options: Connection & { files: boolean }) => {
      const place = await placeOf(list)
      if ('folder' in place) {
        const source = await readFolder(place.folder, defaultLimits(), complain)
        return show(sourceText(source, options.files))
      }
      const answer = await apiFor(options, place.server).get(detailPath(place.slug), data(ListDetail))
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

  overHttp(cli.command('lists'))
    .description('show a page of the public lists, newest first')
    .option('--author <name>', 'only of this author')
    .option('--game <name>', 'only of this game, by name in any case or by id')
    .option('--search <words>', 'only with these words')
    .option('--page <number>', 'another page than the first')
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
      const page = await api.get(`/lists?${query}`, ListPage)
      show(listsTable(page.data))
      complain(`Page ${page.meta.current_page} of ${page.meta.last_page}, ${page.meta.total} lists in all.`)
    })
}

/** Says in `--help` which arguments are folders. */
const FOLDERS =
  'What has a slash, or is there as a folder, is a folder; nothing of it is sent. A path such as /lists/my-list is a list.'

/** Returns the server of lists that were given by their addresses. A server compares only its own lists. */
function commonServer(places: readonly Place[], { url }: Connection): NamedServer | undefined {
  const named = places.flatMap((place) => ('slug' in place && place.server) || [])
  const certain = named.filter(({ isGuess }) => !isGuess)
  const [server, ...others] = certain.length > 0 ? certain : named
  const isCommon = others.every(({ address }) => address === server?.address)
  if (isCommon || url !== undefined) return server
  if (server?.isGuess) return undefined
  throw new ClientError('The lists are on different servers: only lists of one can be compared.')
}
