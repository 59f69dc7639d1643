import type { FieldErrors } from '../../errors.ts'
import { visibleName } from '../../text/harmless.ts'
import { type CulpritInput, type CulpritState, type CulpritUnit, MAX_ANSWERS } from './schemas.ts'
import { isTest, type Outcome, type Result, startSearch, type Test } from './search.ts'
import { verdictOf } from './verdict.ts'

/** Maximum number of pairs of doubtful answers that are named. */
const MAX_DOUBTS = 20

type NotTested = CulpritState['not_tested']
type Progress = Omit<CulpritState, 'part' | 'units' | 'not_tested'>

/**
 * Plays all answers back, and returns the next set to test or the end. Returns errors by field for unknown units, and
 * for answers where nothing is asked for.
 */
export function playAnswers(
  units: readonly CulpritUnit[],
  { answers, keep, without = [] }: Pick<CulpritInput, 'answers' | 'keep' | 'without'>,
  notTested: NotTested = [],
): Progress | { errors: FieldErrors } {
  const placeOf = new Map(units.map(({ id }, place) => [id, place]))
  const errors: FieldErrors = {}
  const placesOf = (ids: readonly string[], field: string) => {
    const unknown = ids.filter((id) => !placeOf.has(id))
    if (unknown.length > 0) errors[field] = [unknownUnits(unknown)]
    return new Set(ids.flatMap((id) => placeOf.get(id) ?? []))
  }
  const kept = placesOf(keep, 'keep')
  const left = placesOf(without, 'without')
  const free = units.flatMap((_, place) => (kept.has(place) || left.has(place) ? [] : [place]))
  /** The places of a set that the search asks for, with those of `keep`, ascending. */
  const withKept = (take: readonly number[]) => sorted([...take.map((at) => free[at] as number), ...kept])
  const idsOf = (places: Iterable<number>) => Array.from(places, (place) => units[place]?.id ?? '')
  const nameOf = (at: number) => units[free[at] as number]?.name ?? ''
  const ofFree = (take: readonly number[]) => idsOf(take.map((at) => free[at] as number))

  const sets: { places: ReadonlySet<number>; result: Result }[] = []
  const known = new Map<string, { result: Result; answer: number }>()
  const contradictions: { places: number[]; answers: [number, number] }[] = []
  const start = () => startSearch(free.length, (take) => known.get(withKept(take).join())?.result)
  let search = start()

  for (const [number, { take, result }] of answers.entries()) {
    const asked: Test | Outcome | undefined =
      take === undefined && contradictions.length === 0 ? search.next() : undefined
    if (take === undefined && (asked === undefined || !isTest(asked))) {
      errors[`answers.${number}`] = ['Nothing is asked for after the answers before this one. Remove it.']
      break
    }
    const places: Set<number> =
      asked !== undefined && isTest(asked)
        ? new Set(withKept(asked.take))
        : placesOf(take ?? [], `answers.${number}.take`)
    sets.push({ places, result })
    const ordered: number[] = sorted(places)
    const before = known.get(ordered.join())
    if (before === undefined) known.set(ordered.join(), { result, answer: number })
    else if (before.result === 'untestable' && result !== 'untestable') {
      known.set(ordered.join(), { result, answer: number })
      search = start() // it has gone on as if the set could not be tested
    } else if (result !== 'untestable' && before.result !== result)
      contradictions.push({ places: ordered, answers: [before.answer, number] })
  }
  if (Object.keys(errors).length > 0) return { errors }
  const [first] = contradictions.sort((one, other) => bySize(one.places, other.places))
  const contradiction = first ? { take: idsOf(first.places), answers: first.answers } : null

  const step = search.next()
  const end = endOf(step)
  const outcome = contradiction === null ? end : { code: 'contradiction' as const, found: null, unproved: [] }
  const found = outcome?.found ?? null
  const isSeen = found !== null && known.get(withKept(found).join())?.result === 'crashes'
  const test = outcome === null && isTest(step) ? step : null
  return {
    next: test && { take: idsOf(withKept(test.take)), round: known.size + 1, rounds_left: test.left },
    needed: test ? ofFree(test.needed) : [],
    suspects: test ? ofFree(test.suspects) : [],
    found: found && ofFree(found),
    unproved: ofFree(outcome?.unproved ?? []),
    verdict:
      outcome &&
      verdictOf(outcome, {
        nameOf,
        answers: contradiction?.answers ?? [],
        notTested,
        kept: kept.size,
        left: left.size,
        isSeen,
        times: timesOf(found && withKept(found), sets),
      }),
    contradiction,
    doubts: doubtsOf(sets),
  }

  function endOf(
    step: Test | Outcome,
  ): Outcome | { code: 'gave_up'; found: number[] | null; unproved: number[] } | null {
    if (!isTest(step)) return step
    if (answers.length < MAX_ANSWERS) return null
    const crashed = sets.filter(
      ({ places, result }) => result === 'crashes' && [...kept].every((place) => places.has(place)),
    )
    const [smallest] = crashed.map(({ places }) => sorted(places)).sort(bySize)
    if (smallest === undefined) return { code: 'gave_up', found: null, unproved: [] }
    const found = free.flatMap((place, at) => (smallest.includes(place) ? [at] : []))
    const isProved = (change: number) =>
      known.get(withKept(found.filter((other) => other !== change)).join())?.result === 'works'
    return { code: 'gave_up', found, unproved: found.filter((change) => !isProved(change)) }
  }
}

/** Returns how often the changes crashed, and how often it worked without some of them. */
function timesOf(found: readonly number[] | null, sets: readonly { places: ReadonlySet<number>; result: Result }[]) {
  const count = (wanted: Result, isWhole: boolean) =>
    sets.filter(({ places, result }) => result === wanted && found?.every((place) => places.has(place)) === isWhole)
      .length
  return { crashed: count('crashes', true), worked: count('works', false) }
}

const sorted = (places: Iterable<number>): number[] => [...places].sort((one, other) => one - other)

/** Compares sets by their size, then by their first place that differs, so that the order of answers does not matter. */
function bySize(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((place, index) => place !== other[index])
  return one.length - other.length || (one[at] ?? 0) - (other[at] ?? 0)
}

/** Returns pairs of answers for a set that crashes, and for a larger one that contains it and works. */
function doubtsOf(sets: readonly { places: ReadonlySet<number>; result: Result }[]): number[][] {
  const pairs: number[][] = []
  for (const [crash, { places, result }] of sets.entries()) {
    if (result !== 'crashes') continue
    for (const [work, other] of sets.entries()) {
      if (pairs.length === MAX_DOUBTS) return pairs
      if (other.result !== 'works' || other.places.size <= places.size) continue
      if ([...places].every((place) => other.places.has(place))) pairs.push([crash, work])
    }
  }
  return pairs
}

const unknownUnits = (ids: readonly string[]) =>
  `The comparison has no such unit: ${ids
    .slice(0, 3)
    .map((id) => `"${visibleName(id.slice(0, 20))}"`)
    .join(', ')}. If a list has changed since, start again, or compare the revisions that you began with.`
