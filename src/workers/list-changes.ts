import { hasDiff } from '../diff/unified-diff.ts'
import { loadOrderChanges } from '../load-order/comparing/changes.ts'
import { MAX_ORDER_CHARACTERS, MAX_SETTINGS_CHARACTERS } from '../load-order/comparing/limit.ts'
import { countNames, createLoadOrderNames, type LoadOrderNames } from '../load-order/names.ts'
import { type Part, type ProfileLoadOrder, readLoadOrder } from '../load-order/reading/read.ts'
import type { LoadOrderChanges } from '../load-order/schemas.ts'
import { comparedText } from '../text/compared-text.ts'
import { profileFile, type Task, withHead } from './result.ts'

export interface ChangesTask extends Task {
  /** Each once, whichever lists have it. */
  files: readonly Uint8Array[]
  names: readonly string[]
  /** Of each file of the part, which one each list has; undefined: none. */
  rows: readonly (readonly (number | undefined)[])[]
  /** Without it whether the files differ is all that is asked. */
  part: Part | undefined
}

/** Stands in the first line of the bytes: for each list but the first, what differs between the one before and itself. */
export type ChangesHead = {
  /** Which of the rows have a diff. */
  differs: boolean[]
  notes: LoadOrderChanges['notes']
  /** Where the part as JSON stands in the bytes behind the line; there may be none. */
  from: number
  to: number
}[]

/**
 * What differs in files of one part of a load order, from each list to the next. A list is read once, though it is
 * compared with the one before and the one behind it, and no more than two are held at a time. All steps together have no
 * more than a single one may, the last one first: lists of changes end where there is no room any more, counts are exact.
 */
export function changes({ files, names, rows, part }: ChangesTask) {
  const texts = files.map(comparedText)
  const textAt = (at: number | undefined) => (at === undefined ? undefined : texts[at])
  const differsIn = (row: Row, step: number) =>
    row[step] !== row[step + 1] && hasDiff(textAt(row[step]), textAt(row[step + 1]))
  const steps = Array.from({ length: Math.max(0, (rows[0]?.length ?? 0) - 1) }, (_, step) => step)
  const differences = steps.map((step) => rows.map((row) => differsIn(row, step)))
  const headOf = (made: readonly Made[]): ChangesHead =>
    differences.map((differs, step) => ({ differs, ...(made[step] ?? { notes: [], from: 0, to: 0 }) }))
  if (part === undefined) return withHead(headOf([]))

  let interned = createLoadOrderNames()
  const placesOf = (list: number) => rows.flatMap((row) => row[list] ?? [])
  const read = (list: number): ReadList => {
    const places = placesOf(list)
    const profile = places.map((at) => profileFile(names[at], texts[at]))
    return { key: places.join(), order: readLoadOrder(profile, interned) }
  }

  const made: Made[] = []
  const bodies: Buffer[] = []
  let end = 0
  let after = read(steps.length)
  for (const step of steps.toReversed()) {
    const before = placesOf(step).join() === after.key ? after : read(step)
    const { json, notes } = changesBetween(before, after, interned, Math.max(0, MAX_CHARACTERS[part] - end))
    after = before
    made.unshift({ notes, from: end, to: end + json.length })
    end += json.length
    bodies.push(json)
    if (countNames(interned) > MAX_NAMES) interned = createLoadOrderNames()
  }
  return withHead(headOf(made), ...bodies)
}

/** Of the changes of one part of a load order (load-order/comparing/limit.ts). */
const MAX_CHARACTERS: Record<Part, number> = {
  mods: MAX_ORDER_CHARACTERS,
  plugins: MAX_ORDER_CHARACTERS,
  settings: MAX_SETTINGS_CHARACTERS,
}

/** Versions of a list hardly ever have so many; of lists that are unlike, all would be held. */
const MAX_NAMES = 250_000

type Made = Omit<ChangesHead[number], 'differs'>
type Row = ChangesTask['rows'][number]

interface ReadList {
  /** Of equal keys, the files are the same. */
  key: string
  order: ProfileLoadOrder
  unchanged?: PartChanges
}

interface PartChanges {
  /** The part; empty if there is none. */
  json: Buffer
  notes: LoadOrderChanges['notes']
}

/** Of a list and itself but once, as most updates leave most parts as they are. */
function changesBetween(before: ReadList, after: ReadList, names: LoadOrderNames, most: number): PartChanges {
  if (before === after && after.unchanged !== undefined) return after.unchanged
  const { mods, plugins, settings, notes } = loadOrderChanges(before.order, after.order, [], { names, most })
  const result = { json: Buffer.from(JSON.stringify(mods ?? plugins ?? settings[0]) ?? ''), notes }
  if (before === after) after.unchanged = result
  return result
}
