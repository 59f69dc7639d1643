import type { CulpritState } from '../../../compare/culprit/schemas.ts'
import { doubtTexts } from '../../../compare/culprit/verdict.ts'
import { counted } from '../../../text/amounts.ts'

/** Maximum number of names in a line. */
const MAX_NAMES = 40

type State = Pick<CulpritState, 'units' | 'part' | 'not_tested' | 'next' | 'needed' | 'suspects' | 'doubts'>

/** Says what a search will test, before it begins. */
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

/** Says what the round tests that waits for its answer. */
export function roundText({ units, next, needed, suspects, doubts }: State): string {
  if (next === null) return ''
  const of = next.round + next.rounds_left - 1
  return [
    `Round ${next.round} of about ${of}: ${next.take.length} of ${counted(units.length, 'change')} are taken.`,
    ...(suspects.length === 0 ? [] : [`What is left (${suspects.length}): ${joined(namesOf(units, suspects))}`]),
    ...(needed.length === 0 ? [] : [`Needed so far (${needed.length}): ${joined(namesOf(units, needed))}`]),
    ...doubtLines(doubts),
  ].join('\n')
}

/** Says how a search ended. */
export function endText({ units, found, verdict, doubts }: CulpritState): string {
  const lines = (found ?? []).map((id) => {
    const unit = units.find((one) => one.id === id)
    return `  ${[unit?.name, unit?.version, unit?.kind, unit?.source].filter(Boolean).join('  ')}`
  })
  return [...lines, verdict?.text ?? '', ...doubtLines(doubts)].join('\n')
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
