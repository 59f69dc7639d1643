import { type Command, InvalidArgumentError, Option } from 'commander'
import pc from 'picocolors'
import { z } from 'zod'
import { Comparison } from '../../compare/schemas.ts'
import { loadConfig } from '../../config.ts'
import { GameSummary } from '../../games/schemas.ts'
import { LIFETIME_NAMES } from '../../lists/expiry/lifetimes.ts'
import { data, ListDetail, ListPage, SavedList } from '../../lists/schemas.ts'
import { changesMarkdown } from '../../load-order/telling/markdown.ts'
import { nameKey } from '../../text/name-key.ts'
import { type Ending, harmless, type Terminal, table } from '../terminal.ts'
import { type Api, apiAt, ClientError } from './api.ts'
import { changesBetween, namesApart, printableJson } from './changes.ts'
import { changesText } from './changes-text.ts'
import { coloredDiff, listsTable, listText, sizeText, sourceText, withLoadOrder } from './list-text.ts'
import { nearestNames } from './nearest.ts'
import { PROFILE_FILES, type Profile, readProfile } from './profile.ts'
import { listPlace, type Place, placeOf, readFolder, sourceOf } from './sources.ts'
import { uploadProgress } from './upload-progress.ts'

const DEFAULT_URL = 'http://localhost:3000'

const ONE_OF = new Intl.ListFormat('en', { type: 'disjunction' })

/** Statuses of `diff`, which scripts know. */
const DIFFERENT = 1
const TROUBLE = 2

interface Connection {
  url?: string
}

interface UploadOptions extends Connection {
  game: string
  name: string
  token?: string
  private: boolean
  expires?: string
  description: string
  version?: string
  website?: string
  discord?: string
  readme?: string
}

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
  const { print, complain, environment } = terminal
  const show = (text: string) => print(terminal.isTerminal ? harmless(text) : text)
  const colors = pc.createColors(terminal.isTerminal === true && (environment.NO_COLOR ?? '') === '')
  const apiFor = ({ url }: Connection, named?: string) => apiAt(url ?? named ?? environmentUrl(environment))

  overHttp(cli.command('upload <folder>'))
    .description(`share a mod manager's profile: ${PROFILE_FILES}; prints the list's address`)
    .requiredOption('--game <name>', 'the game, by name in any case or by id')
    .requiredOption('--name <name>', 'a name for the list')
    .option('--description <text>', 'what it is', '')
    .option('--private', 'leave it out of all collections: only who has the address finds it', false)
    .addOption(new Option('--expires <time>', 'when it goes away').choices(LIFETIME_NAMES))
    .option('--version <text>', 'a version of the list')
    .option('--website <address>', "the list's website")
    .option('--discord <address>', 'an invitation to its chat')
    .option('--readme <address>', 'its readme')
    .option('--token <token>', 'an API token; better in CATALOG_TOKEN: other users of this machine can see arguments')
    .action(async (folder: string, options: UploadOptions) => {
      const api = apiFor(options)
      const profile = await readProfile(folder, loadConfig({}).upload)
      complain(profileText(profile))
      if (profile.taken.length === 0) throw new ClientError(`${folder} has no file of a profile: ${PROFILE_FILES}.`)
      const form = formOf(options, (await gameNamed(api, options.game)).id, profile)
      const token = options.token ?? nonEmpty(environment.CATALOG_TOKEN)
      const sending = { token, ...uploadProgress(terminal.progress) }
      const { data: saved } = await api.post('/lists', form, data(SavedList), sending)
      print(harmless(addressOf(saved)))
    })

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
      const names = namesApart(list1, list2)
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
        const source = await readFolder(place.folder, complain)
        return show(sourceText(source, options.files))
      }
      const answer = await apiFor(options, place.server).get(
        `/lists/${encodeURIComponent(place.slug)}`,
        data(ListDetail),
      )
      show(withLoadOrder(listText(answer.data, options.files), sourceOf(answer.data), options.files))
    })

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

/** The list that both commands take, for people. */
const FOLDERS =
  'What has a slash, or is there as a folder, is a folder; nothing of it is sent. A path such as /lists/my-list is a list.'

/** The server that lists given by addresses are on: only lists of one can be compared by it. */
function commonServer(places: readonly Place[], { url }: Connection): string | undefined {
  const servers = new Set(places.flatMap((place) => ('slug' in place && place.server) || []))
  if (servers.size > 1 && url === undefined)
    throw new ClientError('The lists are on different servers: only lists of one can be compared.')
  return [...servers][0]
}

const overHttp = (command: Command) =>
  command.option('--url <address>', `the server's address (default: CATALOG_URL, or ${DEFAULT_URL})`, parseUrl)

const nonEmpty = (text: string | undefined) => (text === '' ? undefined : text)

/** A base address, however it ends: of the server itself, or of its API. */
const baseOf = (text: string) => {
  if (!/^https?:\/\/[^?#]+$/i.test(text) || !URL.canParse(text)) return undefined
  return text.replace(/\/+$/, '').replace(/\/v1$/, '')
}

function parseUrl(text: string): string {
  const base = baseOf(text)
  if (base === undefined) throw new InvalidArgumentError(`An address is such as ${DEFAULT_URL}.`)
  return base
}

function environmentUrl({ CATALOG_URL }: NodeJS.ProcessEnv): string {
  const base = baseOf(nonEmpty(CATALOG_URL) ?? DEFAULT_URL)
  if (base === undefined) throw new ClientError(`CATALOG_URL must be an address such as ${DEFAULT_URL}.`)
  return base
}

const gamesOf = async (api: Api) => (await api.get('/games', data(z.array(GameSummary)))).data

async function gameNamed(api: Api, nameOrId: string): Promise<z.output<typeof GameSummary>> {
  const games = await gamesOf(api)
  const game = games.find(({ id, name }) => String(id) === nameOrId || nameKey(name) === nameKey(nameOrId.trim()))
  if (game !== undefined) return game
  const near = nearestNames(
    nameOrId,
    games.map(({ name }) => name),
  )
  const guess = near.length === 0 ? '' : ` Did you mean ${ONE_OF.format(near)}?`
  throw new ClientError(`There is no game "${nameOrId}".${guess} "mod-list-catalog games" shows all.`)
}

function formOf(options: UploadOptions, game: number, { taken }: Profile): FormData {
  const form = new FormData()
  const { name, description, expires, version, website, discord, readme } = options
  const fields = { name, game: String(game), description, expires, version, website, discord, readme }
  for (const [field, value] of Object.entries(fields)) if (value !== undefined) form.set(field, value)
  form.set('private', options.private ? '1' : '0')
  for (const file of taken) form.append('files[]', new Blob([file.content]), file.name)
  return form
}

function profileText({ taken, left }: Profile): string {
  const total = taken.reduce((sum, { content }) => sum + content.length, 0)
  const rows = [
    ...taken.map(({ name, content }) => [name, sizeText(content.length)]),
    ...left.map(({ name, reason }) => [name, `left: ${reason}`]),
  ]
  return table([`${taken.length} files`, sizeText(total)], rows)
}

/** Where people see the list: on the website, or where the server has none, in the API. */
function addressOf({ slug, links }: z.output<typeof SavedList>): string {
  const hasWebsite = links.url !== links.self.replace(`/v1/lists/${slug}`, `/lists/${slug}`)
  return hasWebsite ? links.url : links.self
}
