import { type Command, Option } from 'commander'
import { nexusDomain } from '../../../games/nexus.ts'
import { RevisionPage } from '../../../lists/revisions/schemas.ts'
import { data, ListDetail } from '../../../lists/schemas.ts'
import { versionText } from '../../../lists/version-address.ts'
import { keyOf } from '../../../load-order/key.ts'
import { harmless } from '../../../text/harmless.ts'
import { interruptible } from '../../interruption.ts'
import { type Ending, openQuestions } from '../../terminal.ts'
import { type Api, defaultLimits, RemoteError } from '../api.ts'
import { MERGED_FILES, newestCopies, readProfileFiles, stampOf } from '../applying/files.ts'
import { type Connection, collect, overHttp, type RemoteTerminal } from '../connection.ts'
import { readChosenFile, readProfile } from '../profile/profile.ts'
import { commonServer } from '../reading/comparing.ts'
import { detailPath, FOLDERS, type LocalPlace, listPath, type Place, placeOf, readLocal } from '../sources.ts'
import { beingUndone, commandFor, howToGoOn, type KeptList, KeptSearch } from './kept-search.ts'
import { NOTHING_FOUND, type PlayOptions, playing, startText } from './playing.ts'
import { type Round, roundOf, undoSearch } from './rounds.ts'

async function readList(place: Place, server: () => Api, complain: (text: string) => void): Promise<KeptList> {
  return 'path' in place ? readLocalList(place, complain) : readServedList(place.slug, server())
}

async function readLocalList(place: LocalPlace, complain: (text: string) => void): Promise<KeptList> {
  const { path, kind } = place
  const { name, domain } = await readLocal(place, defaultLimits(), complain) // it complains about files that are skipped
  const read = kind === 'file' ? readChosenFile : readProfile
  const { files } = await read(path, defaultLimits())
  return {
    ...{ name, slug: path, domain },
    files: files.map((file) => ({ name: file.name, content: Buffer.from(file.content).toString('base64') })),
  }
}

async function readServedList(place: string, api: Api): Promise<KeptList> {
  const slug = place.includes('@') ? place : await pinned(place, api)
  const path = detailPath(slug)
  const { data: list } = await api.get(path, data(ListDetail))
  const files = await Promise.all(
    list.files.map(async ({ clean_name: name, content }) => {
      const bytes = MERGED_FILES.includes(name.toLowerCase())
        ? await api.bytes(`${path}/files/${encodeURIComponent(name)}/raw`)
        : Buffer.from(content.map((line) => `${line}\n`).join(''))
      return { name, content: Buffer.from(bytes).toString('base64') }
    }),
  )
  return { name: list.name, slug, domain: nexusDomain(list.game), files }
}

/** Returns the address of a list's newest revision, so that an update in between can't mix two of them. */
async function pinned(slug: string, api: Api): Promise<string> {
  const page = await api.get(`${listPath(slug)}/revisions?page[size]=1`, RevisionPage)
  return versionText(slug, page.data[0]?.revision ?? null)
}

type Given = string | undefined

interface CulpritOptions extends Connection, PlayOptions {
  keep?: string[]
  without?: string[]
  seen: boolean
  part?: 'mods' | 'plugins'
  yes: boolean
  continue?: string
  undo?: string
}

export function addCulpritCommand(cli: Command, terminal: RemoteTerminal, ending: Ending): void {
  const { print, complain, apiFor } = terminal
  const say = (text: string) => print(harmless(text))
  const { searches, isAttended, play, goOn, show, end, requireClosed } = playing(terminal, ending)

  overHttp(cli.command('culprit'))
    .usage(
      '[options] <works> <crashes> <folder>\n       mod-list-catalog culprit --continue <folder> [--answer <result>]\n       mod-list-catalog culprit --undo <folder>',
    )
    .argument('[works]', 'the list that works: a slug, an address, or the folder of a profile')
    .argument('[crashes]', 'the list that crashes')
    .argument('[folder]', 'folder of the profile to test in; it may be that of the list that crashes')
    .description(
      `find the change that makes a list crash: writes half of the changes into the folder, asks whether it crashes, and so on. Keeps copies of the first files as NAME.before-culprit-DATE. ${FOLDERS} Status 0: found, or undone; 1: ended without, or only shown; 3: a round waits for its answer`,
    )
    .option('--keep <name>', 'a mod whose change is in every round; can be repeated', collect)
    .option(
      '--without <name>',
      'a mod whose change is in no round, such as one that was found; can be repeated',
      collect,
    )
    .option('--seen', 'you have seen that one works and the other crashes: leave out two rounds', false)
    .addOption(new Option('--part <part>', 'what to test (default: mods)').choices(['mods', 'plugins']))
    .option('--yes', 'do not ask before the first round', false)
    .option('--json', 'as JSON, in the shape of /v1/compare/{works}/{crashes}/culprit', false)
    .option('--continue <folder>', 'go on with the search in a folder')
    .addOption(
      new Option('--answer <result>', 'with --continue: the result of the round that waits').choices([
        'crashes',
        'works',
        'untestable',
        'back',
      ]),
    )
    .option('--undo <folder>', 'put the first files back, and forget the search')
    .action(async (works: Given, crashes: Given, folder: Given, options: CulpritOptions, command: Command) => {
      const other = options.undo ?? options.continue
      if (options.undo !== undefined && options.continue !== undefined)
        command.error('error: use either --undo or --continue')
      if (options.answer !== undefined && options.continue === undefined)
        command.error('error: --answer needs --continue')
      if (other !== undefined && works !== undefined)
        command.error('error: with --undo and --continue, give only the folder')
      if (options.undo !== undefined) return undo(options.undo, options)
      if (options.continue !== undefined) return goOn(options.continue, options)
      if (works === undefined) return command.error("error: missing required argument 'works'")
      if (crashes === undefined) return command.error("error: missing required argument 'crashes'")
      if (folder === undefined) return command.error("error: missing required argument 'folder'")
      return start([works, crashes], folder, options)
    })

  async function undo(folder: string, options: CulpritOptions): Promise<void> {
    await requireClosed(options)
    const names = await interruptible(() => undoSearch(searches, folder))
    say(
      `${names.length === 0 ? 'Nothing had been replaced' : `Restored: ${names.join(', ')}`}. The search is forgotten.`,
    )
    if ((await newestCopies(folder, 'culprit')).length > 0)
      complain(`Copies of an earlier search are still there. Put them back with ${commandFor('undo', folder)}.`)
  }

  async function start(lists: readonly [string, string], folder: string, options: CulpritOptions): Promise<void> {
    const open = await searches.find(folder)
    if (open?.isUndone) throw new RemoteError(beingUndone(folder))
    if (open?.isEnded === false) throw new RemoteError(`A search is open in ${folder}. ${howToGoOn(folder)}`)
    const places = [await placeOf(lists[0]), await placeOf(lists[1])] as const
    const named = commonServer(places, options)
    const server = () => apiFor(options, named)
    const given = [await readList(places[0], server, complain), await readList(places[1], server, complain)] as const
    await readProfileFiles(folder) // so that a folder without a profile is refused before the question
    const isAsked = !options.yes && isAttended(options)
    const crashing = isAsked ? await choose(`Which one crashes? [1] ${namesOf(given).join(', [2] ')}, [q]uit `) : '2'
    if (crashing === undefined) return notStarted()
    const [works, crashes] = crashing === '1' ? [given[1], given[0]] : given
    const search = KeptSearch.parse({ works, crashes, part: options.part, stamp: stampOf(new Date()) })
    const units = roundOf(search)
    search.keep = idsOf(units, options.keep ?? [])
    search.without = idsOf(units, options.without ?? [])
    if (options.seen) search.answers = SEEN_BOTH
    const round = roundOf(search)
    if (!options.json) say(startText(round.state, namesOf([works, crashes])))
    if (round.state.next === null) return end(round, folder, options)
    const seen = isAsked ? await choose('Start? [1] you have seen both, [2] test both first, [q]uit ') : undefined
    if (!options.yes && seen === undefined) {
      if (options.json) show(round, options)
      return notStarted()
    }
    await play(folder, seen === '1' ? { ...search, answers: SEEN_BOTH } : search, options)
  }

  function notStarted(): void {
    complain('Nothing was changed. Add --yes to start.')
    ending.done = NOTHING_FOUND
  }
}

/** The answers of a person who has seen that one list works and the other crashes. */
const SEEN_BOTH: KeptSearch['answers'] = ['works', 'crashes']

/** Asks until the answer is 1 or 2. Undefined if the person quits or the input ends. */
async function choose(question: string): Promise<'1' | '2' | undefined> {
  const questions = openQuestions()
  try {
    let typed = await questions.ask(harmless(question))
    while (typed !== undefined && typed !== '1' && typed !== '2' && !/^q(uit)?$/i.test(typed)) {
      typed = await questions.ask(harmless(question))
    }
    return typed === '1' || typed === '2' ? typed : undefined
  } finally {
    questions.close()
  }
}

const namesOf = ([one, other]: readonly [KeptList, KeptList]): readonly [string, string] =>
  one.name === other.name ? [`${one.name} (${one.slug})`, `${other.name} (${other.slug})`] : [one.name, other.name]

/** Returns the ids of the units with these names. Throws for names that are no unit. */
function idsOf({ state: { units } }: Round, names: readonly string[]): string[] {
  const ids = new Map(units.map(({ id, name }) => [keyOf(name), id]))
  const unknown = names.filter((name) => !ids.has(keyOf(name)))
  if (unknown.length > 0) throw new RemoteError(`No such change: ${unknown.join(', ')}.`)
  return names.flatMap((name) => ids.get(keyOf(name)) ?? [])
}
