import { counted } from '../../text/amounts.ts'
import { visibleName } from '../../text/harmless.ts'
import type { CulpritState } from './schemas.ts'
import type { Outcome } from './search.ts'

type Code = NonNullable<CulpritState['verdict']>['code']

/** Returns where the cause lies if it is none of the units that were tested. `kept` is the number of those in every set. */
function outside(code: Code, notTested: CulpritState['not_tested'], kept: number): string {
  const differs = (what: 'plugins' | 'mods') => notTested.some((one) => one.what === what)
  const places = [
    ...(differs('plugins') ? ['the plugins or their order'] : []),
    ...(differs('mods') && code === 'all_works' ? ['the mods'] : []),
    'settings',
    'saves',
    'the game itself',
  ]
  const lies = `lies outside these changes: in ${places.join(', ')} or a driver, for example.`
  if (code !== 'nothing_crashes' || kept === 0) return `The cause ${lies}`
  return `The cause is ${kept === 1 ? 'the change' : `one of the ${kept} changes`} that you keep in every set, or it ${lies}`
}

/** Says what is known of changes that are not proved. `isSeen` is whether they crashed alone, as answered. */
function unprovedText(count: number, names: readonly string[], isSeen: boolean): string {
  const changes = count === 1 ? 'this change' : `these ${count} changes`
  const start = isSeen
    ? `It crashes with ${changes}.`
    : `The answers lead to ${changes}, but nobody has seen it crash with ${count === 1 ? 'it' : 'them'} alone.`
  return start + (names.length === 0 ? '' : ` Not tested without: ${names.map(visibleName).join(', ')}.`)
}

interface Known {
  nameOf: (place: number) => string
  /** The answers that contradict each other. */
  answers: readonly number[]
  notTested: CulpritState['not_tested']
  /** Numbers of units in every set, and in no set. */
  kept: number
  left: number
  /** Whether `found` crashed, as answered. */
  isSeen: boolean
  /** How often `found` crashed, and how often it worked without some of it. */
  times: { crashed: number; worked: number }
}

/** Says in words how a search ended. */
export function verdictOf(
  { code, found, unproved }: Omit<Outcome, 'code'> & { code: Code },
  { nameOf, answers, notTested, kept, left, isSeen, times }: Known,
): NonNullable<CulpritState['verdict']> {
  const count = found?.length ?? 0
  const texts: Record<Code, string> = {
    found:
      count === 1
        ? `With it, it crashed ${counted(times.crashed, 'time')}; without it, it worked ${counted(times.worked, 'time')}.`
        : `With all ${count}, it crashed ${counted(times.crashed, 'time')}; without one or more of them, it worked ${counted(times.worked, 'time')}.`,
    unproved: unprovedText(count, unproved.map(nameOf), isSeen),
    nothing_crashes: `It crashes without these changes too. ${outside(code, notTested, kept)}`,
    all_works:
      left === 0
        ? `It works with all of these changes. ${outside(code, notTested, kept)}`
        : 'It works with all other changes, so nothing else crashes.',
    contradiction: `Answers ${answers.map((answer) => answer + 1).join(' and ')} are about the same set and differ. Take one of them back.`,
    gave_up: `The search ended after the largest number of answers.${count === 0 ? '' : ` The smallest set that crashed has ${count === 1 ? '1 change' : `${count} changes`}.`}`,
    no_changes:
      kept + left === 0
        ? 'There is no change that can be tested.'
        : left === 0
          ? 'All changes are in every set, so none is left to test.'
          : 'No other change is left to test.',
  }
  return { code, text: texts[code] }
}

/** Says in words which answers hardly fit together, and what to do about it. Returns nothing if there are none. */
export function doubtTexts(pairs: CulpritState['doubts']): { doubts: string[]; advice: string } | undefined {
  if (pairs.length === 0) return undefined
  const doubts = pairs.map(
    ([crash = 0, work = 0]) =>
      `The set of round ${crash + 1} crashed, but the larger one of round ${work + 1}, which has all of it, worked.`,
  )
  return {
    doubts,
    advice: 'The crash may come only now and then, or a change mends it. Test such a set more than once.',
  }
}
