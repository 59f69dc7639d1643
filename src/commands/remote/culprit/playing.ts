import type { CulpritState } from '../../../compare/culprit/schemas.ts'
import { doubtTexts } from '../../../compare/culprit/verdict.ts'
import { withLines } from '../../../compare/worker/merge.ts'
import { counted } from '../../../text/amounts.ts'
import { harmless } from '../../../text/harmless.ts'
import { interruptible } from '../../interruption.ts'
import { type Ending, openQuestions, type Questions } from '../../terminal.ts'
import { RemoteError } from '../api.ts'
import { isModOrganizerRunning, refuseWhileOpen } from '../applying/commands.ts'
import type { RemoteTerminal } from '../connection.ts'
import { printableJson } from '../reading/comparing.ts'
import { beingUndone, commandFor, howToGoOn, type KeptSearch, keptSearches, shellWord } from './kept-search.ts'
import { type Answer, answered, type Round, requireTested, roundOf, writeRound } from './rounds.ts'

const MAX_NAMES = 40

type State = Pick<CulpritState, 'units' | 'part' | 'not_tested' | 'next' | 'needed' | 'suspects' | 'doubts'>

export function startText({ units, not_tested }: State, [works, crashes]: readonly [string, string]): string {
  const named = (kinds: readonly string[]) => units.filter(({ kind }) => kinds.includes(kind)).map(({ name }) => name)
  const onlyIn = [[works, named(['removed'])] as const, [crashes, named(['added', 'renamed'])] as const].flatMap(
    ([list, names]) => (names.length === 0 ? [] : [`Only in ${list} (${names.length}): ${joined(names)}`]),
  )
  return [
    `${works} works, ${crashes} crashes. ${counted(units.length, 'change')} can be tested.`,
    ...not_tested.map(({ text }) => text),
    ...(onlyIn.length === 0 ? [] : ['Install the mods of both lists, and leave them installed:', ...onlyIn]),
  ].join('\n')
}

function roundText({ units, next, needed, suspects, doubts }: State): string {
  if (next === null) return ''
  const of = next.round + next.rounds_left - 1
  return [
    `Round ${next.round} of about ${of}: ${next.take.length} of ${counted(units.length, 'change')} are taken.`,
    ...(suspects.length === 0 ? [] : [`What is left (${suspects.length}): ${joined(namesOf(units, suspects))}`]),
    ...(needed.length === 0 ? [] : [`Needed so far (${needed.length}): ${joined(namesOf(units, needed))}`]),
    ...doubtLines(doubts),
  ].join('\n')
}

function endText({ units, found, verdict, doubts }: CulpritState): string {
  const lines = (found ?? []).map((id, at) => {
    const unit = units.find((one) => one.id === id)
    const start = at > 0 ? 'with' : verdict?.code === 'found' ? 'It is' : 'It may be'
    return `${start} ${[unit?.name, unit?.version, unit && `(${unit.kind})`, unit?.source].filter(Boolean).join(' ')}.`
  })
  return [...lines, verdict?.text ?? '', ...doubtLines(doubts)].join('\n')
}

/** Says what to do with what was found, or that a list is not as the person said. */
function nextSteps(
  { search: { works, crashes, without }, state: { units, found, verdict } }: Round,
  folder: string,
): string {
  const again = `If the crash comes only now and then, test it again: ${commandFor('continue', folder)} --answer back`
  if (verdict?.code === 'all_works' && without.length === 0)
    return `\nYou said that ${crashes.name} crashes, but this set, which has all its changes, worked. ${again}`
  if (verdict?.code === 'nothing_crashes')
    return `\nYou said that ${works.name} works, but this set, which has none of the changes, crashed. ${again}`
  if (found === null) return ''
  const word = (text: string) => shellWord(text, process.platform)
  const names = namesOf(units, found).map(word)
  const lists = `${word(works.slug)} ${word(crashes.slug)} ${word(folder)}`
  const options = (option: string) => names.map((name) => ` ${option} ${name}`).join('')
  return [
    '',
    'It may only be the place where two mods meet: look for a newer version or a patch before you drop it.',
    `The list that crashes without it: apply ${word(works.slug)} FOLDER${options('--mod')}, where FOLDER has that list.`,
    `Search on without it: culprit ${lists}${options('--without')}`,
  ].join('\n')
}

function doubtLines(pairs: CulpritState['doubts']): string[] {
  const texts = doubtTexts(pairs)
  return texts === undefined ? [] : [...texts.doubts, texts.advice]
}

function namesOf(units: CulpritState['units'], ids: readonly string[]): string[] {
  const names = new Map(units.map(({ id, name }) => [id, name]))
  return ids.map((id) => names.get(id) ?? id)
}

const joined = (names: readonly string[]): string =>
  names.slice(0, MAX_NAMES).join(', ') + (names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : '')

export interface PlayOptions {
  json: boolean
  answer?: Answer
}

/** Exit status if a search found nothing, or did not begin. */
export const NOTHING_FOUND = 1

/** Exit status if a round waits for its answer. */
const WAITS = 3

const ANSWERS = new Map<string, Answer>([
  ...([
    ['c', 'crashes'],
    ['crashes', 'crashes'],
    ['w', 'works'],
    ['works', 'works'],
  ] as const),
  ...([
    ['t', 'untestable'],
    ["can't test", 'untestable'],
    ['b', 'back'],
    ['back', 'back'],
  ] as const),
])

/** Leads a person through the rounds of a search, with a terminal or without. */
export function playing({ print, complain, isTerminal, environment }: RemoteTerminal, ending: Ending) {
  const say = (text: string) => print(harmless(text))
  const searches = keptSearches(environment)
  /** Whether a person can be asked. With --json nobody is, because the output is one document. */
  const isAttended = ({ json }: PlayOptions) => !json && isTerminal === true && process.stdin.isTTY === true

  return { searches, isAttended, play, goOn, show, end, requireClosed }

  async function goOn(folder: string, options: PlayOptions): Promise<void> {
    const search = await searches.find(folder)
    if (search === undefined)
      throw new RemoteError(
        `No search is open in ${folder}. Start one with culprit WORKS CRASHES ${shellWord(folder, process.platform)}.`,
      )
    if (search.isUndone) throw new RemoteError(beingUndone(folder))
    const { answer } = options
    if (answer !== undefined) return play(folder, await withAnswer(folder, search, answer), options)
    const round = roundOf(search)
    if (round.state.next === null) return end(round, folder, options)
    return play(folder, search, options)
  }

  /** Returns the search with an answer. An answer to a round whose files were not all written does not count. */
  async function withAnswer(folder: string, search: KeptSearch, answer: Answer): Promise<KeptSearch> {
    if (answer === 'back') {
      if (search.answers.length === 0) throw new RemoteError('There is no answer to take back.')
      return answered(search, answer)
    }
    const round = roundOf(search)
    if (round.state.next === null)
      throw new RemoteError(`The search has ended. Take the last answer back with --answer back. ${howToGoOn(folder)}`)
    if (!search.isWritten) {
      complain('The files of this round were not all written, so the answer does not count. Test this round again.')
      return search
    }
    await requireTested(folder, round, answer)
    return answered(search, answer)
  }

  /** Writes the round that waits. In a terminal, asks for its answer, and so on until the end. */
  async function play(folder: string, search: KeptSearch, options: PlayOptions): Promise<void> {
    const questions = isAttended(options) ? openQuestions() : undefined
    try {
      let next: KeptSearch | undefined = search
      while (next !== undefined) next = await playRound(folder, next, options, questions)
    } finally {
      questions?.close()
    }
  }

  async function playRound(
    folder: string,
    search: KeptSearch,
    options: PlayOptions,
    questions: Questions | undefined,
  ): Promise<KeptSearch | undefined> {
    ending.done = WAITS
    if (!(await isClosed(questions))) return undefined
    // A signal does not end the process while it writes.
    const { round, isStopped } = await interruptible(async (signal) => {
      const written = await writeRound(searches, folder, search)
      return { round: written, isStopped: signal.aborted }
    })
    if (round.state.next === null) end(round, folder, options)
    else show(round, options)
    if (round.state.next === null) return undefined
    const answer = isStopped ? undefined : await questions?.ask(QUESTION)
    return answer === undefined ? wait() : answerTo(answer)

    function wait(): undefined {
      complain(`Start the game, then answer. ${howToGoOn(folder)}`)
    }

    async function answerTo(typed: string): Promise<KeptSearch | undefined> {
      if (/^q(uit)?$/i.test(typed)) return wait()
      const result = ANSWERS.get(typed.toLowerCase())
      if (result !== undefined && !(result === 'back' && round.search.answers.length === 0))
        return (await isClosed(questions)) ? withAnswer(folder, round.search, result) : wait()
      const again = await questions?.ask(QUESTION)
      return again === undefined ? wait() : answerTo(again)
    }
  }

  async function requireClosed(options: PlayOptions): Promise<void> {
    const questions = isAttended(options) ? openQuestions() : undefined
    try {
      if (!(await isClosed(questions))) throw new RemoteError('Nothing was changed, because Mod Organizer is running.')
    } finally {
      questions?.close()
    }
  }

  /** Waits until Mod Organizer is closed. Without a terminal, throws while it runs. False at the end of the input. */
  async function isClosed(questions: Questions | undefined): Promise<boolean> {
    if (questions === undefined) await refuseWhileOpen()
    while (questions !== undefined && (await isModOrganizerRunning()))
      if ((await questions.ask(RUNNING)) === undefined) return false
    return true
  }

  function show({ search, state, files }: Round, { json }: PlayOptions): void {
    if (!json) {
      say(roundText(state))
      return
    }
    const content = withLines(files, files).map(({ name, lines }) => ({ name, content: lines }))
    const slugs = [search.works.slug, search.crashes.slug]
    print(printableJson({ data: { slugs, ...state, files: content } }))
  }

  function end(round: Round, folder: string, options: PlayOptions): void {
    ending.done = round.state.found === null ? NOTHING_FOUND : 0
    if (options.json) show(round, options)
    else say(endText(round.state) + nextSteps(round, folder))
    if (round.search.isCopied) complain(`Put the first files back with ${commandFor('undo', folder)}.`)
  }
}

const QUESTION = "Did it crash? [c]rashes, [w]orks, can't [t]est, [b]ack, [q]uit "
const RUNNING = 'Mod Organizer is running, and would overwrite the files. Close it, then press Enter. '
