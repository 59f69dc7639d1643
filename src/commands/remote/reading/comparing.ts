import type { Command } from 'commander'
import { profileChanges } from '../../../compare/load-orders/profile-changes.ts'
import { Comparison, ListChanges, Versions } from '../../../compare/schemas.ts'
import { checkProfile } from '../../../compare/versions/nearest.ts'
import { data } from '../../../lists/schemas.ts'
import { readLoadOrder } from '../../../load-order/reading/read.ts'
import { storedProfile } from '../../../load-order/reading/stored-profile.ts'
import { changesMarkdown } from '../../../load-order/rendering/markdown.ts'
import { isUnread, notReadWords } from '../../../load-order/rendering/notes.ts'
import { isUnchanged, type ListNames } from '../../../load-order/rendering/sentence.ts'
import { LoadOrder, type LoadOrderChanges } from '../../../load-order/schemas.ts'
import { harmless } from '../../../text/harmless.ts'
import { type Ending, oneLine } from '../../terminal.ts'
import { type Api, defaultLimits, RemoteError } from '../api.ts'
import { type Connection, type NamedServer, overHttp, type RemoteTerminal } from '../connection.ts'
import { domainNamed } from '../games.ts'
import { readChosenFile } from '../profile/profile.ts'
import { FOLDERS, listPath, listPlace, loadSource, type Place, placeOf, readLocal, type Source } from '../sources.ts'
import { heldText } from '../writing/commands.ts'
import { coloredDiff } from './list-text.ts'
import { loadOrderText } from './lists.ts'

interface AnalyseOptions extends Connection {
  json?: boolean
  withPersonal: boolean
}

export function addAnalyseCommand(cli: Command, { print, show, apiFor }: RemoteTerminal): void {
  overHttp(cli.command('analyse <file>'))
    .description(
      'show what a file says, such as a crash log: what crashed, who is named in it, its mods and plugins. The server stores nothing',
    )
    .option('--json', 'as JSON, in the shape of /v1/lists/{slug}/load-order')
    .option('--with-personal', 'also send a log with personal data: paths with a user name, addresses', false)
    .action(async (path: string, { json, withPersonal, ...options }: AnalyseOptions) => {
      const api = apiFor(options)
      const { files } = await readChosenFile(path, await api.limits())
      const read = storedProfile({ files: files.map(({ content }) => content), names: files.map(({ name }) => name) })
      if (isUnread(readLoadOrder(read))) throw new RemoteError(notReadWords(files.map(({ name }) => name)))
      const form = new FormData()
      for (const file of files) {
        if (file.personal.length > 0 && !withPersonal)
          throw new RemoteError(`${path} was not sent: it ${heldText(file)}. Send it anyway with --with-personal.`)
        form.append('files[]', new Blob([file.content]), file.name)
      }
      const { body } = await api.request('/analyse', data(LoadOrder), { method: 'POST', form })
      if (json) print(printableJson(body))
      else show(loadOrderText(body.data))
    })
}

/** Exit statuses, the same as those of `diff`. */
const DIFFERENT = 1
const TROUBLE = 2

interface ChangesOptions extends Connection {
  game?: string
  json?: boolean
}

export function addComparingCommands(
  cli: Command,
  { print, complain, isTerminal, colors, apiFor }: RemoteTerminal,
  ending: Ending,
): void {
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
      const text = isTerminal ? diffs.map((diff) => coloredDiff(harmless(diff), colors)) : diffs
      print(text.join('').replace(/\n$/, ''))
      ending.done = DIFFERENT
    })

  overHttp(cli.command('changes <list1> <list2>'))
    .description(
      `show as Markdown how two lists differ in mods, plugins and settings: each a slug, an address, the folder of a profile, or a file such as a crash log. ${FOLDERS} Status 0: no differences, 1: differences, 2: trouble`,
    )
    .option('--json', 'as JSON, in the shape of /v1/compare/{slug1}/{slug2}/changes')
    .option('--game <name>', 'the game of the folders and files, by name or id, if Mod Organizer does not say it')
    .action(async (one: string, other: string, options: ChangesOptions) => {
      ending.failed = TROUBLE
      const places = [await placeOf(one), await placeOf(other)] as const
      const server = commonServer(places, options)
      const { list1, list2, crashes, ...shown } = await changesBetween(
        places,
        () => apiFor(options, server),
        complain,
        options.game === undefined ? undefined : domainNamed(options.game),
      )
      const names = namesApart([list1, list2], places)
      const changes = { ...shown, ...(crashes && { crashes }) }
      if (options.json) print(printableJson({ data: { list1, list2, ...shown } }))
      else print(changesMarkdown(changes, names).trimEnd())
      ending.done = isUnchanged(changes) ? 0 : DIFFERENT
    })

  overHttp(cli.command('check <list> <folder>'))
    .description(
      `say which version of a list, by slug or address, the folder of a profile or a crash log is, what of it is yours, and what is newer. ${FOLDERS} Status 1: it is another list`,
    )
    .option('--json', 'as JSON: the revision, the sentence, and the changes from it to yours and to the newest one')
    .action(async (list: string, folder: string, options: Connection & { json?: boolean }) => {
      const { slug, server } = listPlace(list)
      const api = apiFor(options, server)
      const place = await placeOf(folder)
      if ('slug' in place) throw new RemoteError(`${folder} is neither a folder nor a file.`)
      const mine = await readLocal(place, await api.limits(), complain)
      const { data: versions } = await api.get(`${listPath(slug)}/versions`, data(Versions))
      const load = async (revision: number) => (await loadSource(api, `${slug}@${revision}`)).source
      const checked = await checkProfile(versions, mine, load)
      if (typeof checked === 'string') throw new RemoteError(checked)
      const { revision, sentence, names, yours, newer } = checked
      if (options.json) return print(printableJson({ data: { revision, sentence, yours, newer } }))
      const texts = [`${oneLine(sentence)}\n`, changesMarkdown(yours, [names[0], 'yours'])]
      print([...texts, ...(newer === null ? [] : [changesMarkdown(newer, names)])].join('\n').trimEnd())
    })
}

/** Returns the server of lists given by address. Throws if the addresses name different servers. */
export function commonServer(places: readonly Place[], { url }: Connection): NamedServer | undefined {
  const named = places.flatMap((place) => ('slug' in place && place.server) || [])
  const certain = named.filter(({ isGuess }) => !isGuess)
  const [server, ...others] = certain.length > 0 ? certain : named
  const isCommon = others.every(({ address }) => address === server?.address)
  if (isCommon || url !== undefined) return server
  if (server?.isGuess) return undefined
  throw new RemoteError('The lists are on different servers. Only lists of the same server can be compared.')
}

interface Side {
  name: string
  slug?: string
}

/** Returns the changes between two places. Folders and files are compared on this machine. */
async function changesBetween(
  [one, other]: readonly [Place, Place],
  server: () => Api,
  complain: (text: string) => void,
  domain?: string | null,
): Promise<LoadOrderChanges & { list1: Side; list2: Side }> {
  if ('slug' in one && 'slug' in other) {
    const path = `/compare/${encodeURIComponent(one.slug)}/${encodeURIComponent(other.slug)}/changes`
    return (await server().get(path, data(ListChanges))).data
  }
  const limits = 'slug' in one || 'slug' in other ? await server().limits() : defaultLimits()
  const read = async (place: Place): Promise<{ side: Side; source: Source }> => {
    if ('path' in place) {
      const source = await readLocal(place, limits, complain)
      if (domain !== undefined) source.domain = domain
      return { side: { name: source.name }, source }
    }
    const { list, source } = await loadSource(server(), place.slug)
    const { files: _, ...side } = list
    return { side, source }
  }
  const [before, after] = [await read(one), await read(other)]
  return { list1: before.side, list2: after.side, ...profileChanges(before.source, after.source) }
}

/** Returns different names for two places: with slugs or revisions where needed, or the paths as given. */
function namesApart([one, other]: readonly [Side, Side], [first, second]: readonly [Place, Place]): ListNames {
  const areEqual = one.name === other.name
  if (areEqual && 'path' in first && 'path' in second) return [first.path, second.path]
  const nameOf = (name: string, place: Place) => {
    if ('slug' in place) return areEqual || place.slug.includes('@') ? `${name} (${place.slug})` : name
    return areEqual ? `${name} (${place.kind})` : name
  }
  return [nameOf(one.name, first), nameOf(other.name, second)]
}

/** Returns JSON without characters that control a terminal, which names may contain. */
export const printableJson = (value: unknown): string =>
  JSON.stringify(value, null, 2).replaceAll(
    /[\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
