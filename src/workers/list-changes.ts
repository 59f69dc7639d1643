import { hasDiff } from '../diff/unified-diff.ts'
import { loadOrderChanges } from '../load-order/comparing/changes.ts'
import { MOST_OF_ORDER, MOST_OF_SETTINGS } from '../load-order/comparing/limit.ts'
import { readLoadOrder } from '../load-order/reading/read.ts'
import type { LoadOrder, LoadOrderChanges } from '../load-order/schemas.ts'
import { comparedText } from '../text/compared-text.ts'
import { profileFile, type Task, withHead } from './result.ts'

export interface ChangesTask extends Task {
  /** Each once, whichever lists have it. */
  files: readonly Uint8Array[]
  names: readonly string[]
  /** Of each file of the part, which one each list has; undefined: none. */
  rows: readonly (readonly (number | undefined)[])[]
  /** Else whether the files differ is all that is asked. */
  isRead: boolean
}

/** Stands in the first line of the bytes: for each list but the first, what is told of the one before and itself. */
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
 * compared with the one before and the one behind it, and no more than two are held at a time. All steps together tell no
 * more than a single one may: the last is always told whole, those before it as long as there is room, else by their counts.
 */
export function changes({ files, names, rows, isRead }: ChangesTask) {
  const texts = files.map(comparedText)
  const textAt = (at: number | undefined) => (at === undefined ? undefined : texts[at])
  const differsIn = (row: Row, step: number) =>
    row[step] !== row[step + 1] && hasDiff(textAt(row[step]), textAt(row[step + 1]))
  const steps = Array.from({ length: Math.max(0, (rows[0]?.length ?? 0) - 1) }, (_, step) => step)
  const differences = steps.map((step) => rows.map((row) => differsIn(row, step)))
  const headOf = (made: readonly Made[]): ChangesHead =>
    differences.map((differs, step) => ({ differs, ...(made[step] ?? { notes: [], from: 0, to: 0 }) }))
  if (!isRead) return withHead(headOf([]))

  const placesOf = (list: number) => rows.flatMap((row) => row[list] ?? [])
  const read = (list: number): ReadList => {
    const places = placesOf(list)
    return { key: places.join(), order: readLoadOrder(places.map((at) => profileFile(names[at], texts[at]))) }
  }

  const made: Made[] = []
  const bodies: Buffer[] = []
  let end = 0
  let after = read(steps.length)
  for (const step of steps.toReversed()) {
    const before = placesOf(step).join() === after.key ? after : read(step)
    const { part, notes } = told(before, after)
    after = before
    const most = 'file' in (part ?? {}) ? MOST_OF_SETTINGS : MOST_OF_ORDER
    const whole = jsonOf(part)
    const body = end === 0 || end + whole.length <= most ? whole : jsonOf(part, withoutEntries)
    made.unshift({ notes, from: end, to: end + body.length })
    end += body.length
    bodies.push(body)
  }
  return withHead(headOf(made), ...bodies)
}

type Made = Omit<ChangesHead[number], 'differs'>
type Row = ChangesTask['rows'][number]

interface ReadList {
  /** Of equal keys, the files are the same. */
  key: string
  order: LoadOrder
  unchanged?: Told
}

interface Told {
  part: object | undefined
  notes: LoadOrderChanges['notes']
}

/** Of a list and itself but once, as most updates leave most parts as they are. */
function told(before: ReadList, after: ReadList): Told {
  if (before === after && after.unchanged !== undefined) return after.unchanged
  const { mods, plugins, settings, notes } = loadOrderChanges(before.order, after.order, [])
  const result = { part: mods ?? plugins ?? settings[0], notes }
  if (before === after) after.unchanged = result
  return result
}

const jsonOf = (part: object | undefined, replacer?: (key: string, value: unknown) => unknown): Buffer =>
  Buffer.from(part === undefined ? '' : JSON.stringify(part, replacer))

const withoutEntries = (_: string, value: unknown) => (Array.isArray(value) ? [] : value)
