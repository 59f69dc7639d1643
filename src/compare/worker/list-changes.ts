import { hasDiff } from '../../diff/lines.ts'
import { loadOrderChanges } from '../../load-order/comparing/changes.ts'
import { MAX_ORDER_CHARACTERS, MAX_SETTINGS_CHARACTERS } from '../../load-order/comparing/limit.ts'
import { pluginFormOf } from '../../load-order/games.ts'
import { type Part, type ProfileLoadOrder, readLoadOrder } from '../../load-order/reading/read.ts'
import { type StoredProfile, storedProfile } from '../../load-order/reading/stored-profile.ts'
import type { LoadOrderChanges } from '../../load-order/schemas.ts'
import { comparedText } from '../../text/encoding.ts'

/** The files are those of all lists, equal ones only once. */
interface ChangesTask extends StoredProfile {
  /** For each file of the part, its index in `files` for each list; undefined if a list does not have it. */
  rows: readonly (readonly (number | undefined)[])[]
  /** If undefined, the task only finds out which files differ. */
  part: Part | undefined
  /** The game of each list in addresses of Nexus Mods. */
  domains: readonly (string | null)[]
}

export interface ChangesOfStep extends Partial<PartChanges> {
  /** For each row, whether it has a diff. */
  differs: boolean[]
}

interface PartChanges {
  /** Null if neither list has the part. */
  mods: LoadOrderChanges['mods']
  plugins: LoadOrderChanges['plugins']
  settings: LoadOrderChanges['settings']
  notes: LoadOrderChanges['notes']
  /** What logs say, if this is the part of the plugins, and one of the lists has a log. */
  logs?: LogChangesOfLists
}

interface LogChangesOfLists extends Pick<LoadOrderChanges, 'dlls' | 'log' | 'crashes'> {
  /** Whether one of the lists has a log. */
  areRead: true
}

/**
 * Returns the changes from each list to the next in one part of a load order. Each list is read once, and at most two
 * are in memory. All steps share one limit of size; the last step comes first. Counts stay exact.
 */
export function changes({ files, names, rows, part, domains }: ChangesTask): ChangesOfStep[] {
  /** Decodes a file each time, since the texts of all lists at once would take too much memory. */
  const textAt = (at: number | undefined) => {
    const file = at === undefined ? undefined : files[at]
    return file && comparedText(file)
  }
  const differsIn = (row: Row, step: number) =>
    row[step] !== row[step + 1] && hasDiff(textAt(row[step]), textAt(row[step + 1]))
  const steps = Array.from({ length: Math.max(0, (rows[0]?.length ?? 0) - 1) }, (_, step) => step)
  const differences = steps.map((step) => rows.map((row) => differsIn(row, step)))
  if (part === undefined) return differences.map((differs) => ({ differs }))

  const placesOf = (list: number) => rows.flatMap((row) => row[list] ?? [])
  const keyOf = (list: number) => [pluginFormOf(domains[list] ?? null), ...placesOf(list)].join()
  const read = (list: number): ReadList => {
    const places = placesOf(list)
    const profile = storedProfile({
      files: places.map((at) => files[at] ?? new Uint8Array()),
      names: places.map((at) => names[at] ?? ''),
    })
    return {
      key: keyOf(list),
      order: readLoadOrder(profile, { part, domain: domains[list] ?? null, withSources: false }),
    }
  }

  const made: PartChanges[] = []
  let size = 0
  let after = read(steps.length)
  for (const step of steps.toReversed()) {
    const before = keyOf(step) === after.key ? after : read(step)
    const changes = changesBetween(before, after, Math.max(0, MAX_CHARACTERS[part] - size))
    after = before
    made.unshift(changes)
    size += Buffer.byteLength(JSON.stringify(changes.mods ?? changes.plugins ?? changes.settings[0]) ?? '')
  }
  return differences.map((differs, step) => ({ differs, ...made[step] }))
}

/** Maximum number of characters of the changes of a part (load-order/comparing/limit.ts). */
const MAX_CHARACTERS: Record<Part, number> = {
  mods: MAX_ORDER_CHARACTERS,
  plugins: MAX_ORDER_CHARACTERS,
  settings: MAX_SETTINGS_CHARACTERS,
}

type Row = ChangesTask['rows'][number]

interface ReadList {
  /** Lists with equal keys have the same files, which are read in the same way. */
  key: string
  order: ProfileLoadOrder
  /** Result of comparing the list with itself. */
  unchanged?: PartChanges
}

/** Compares two lists. A list is compared with itself only once, because most updates leave most parts unchanged. */
function changesBetween(before: ReadList, after: ReadList, most: number): PartChanges {
  if (before === after && after.unchanged !== undefined) return after.unchanged
  const { mods, plugins, settings, notes, dlls, log, crashes } = loadOrderChanges(before.order, after.order, [], most)
  const hasLog = before.order.log !== null || after.order.log !== null
  const result: PartChanges = {
    mods,
    plugins,
    settings,
    notes,
    ...(hasLog && { logs: { areRead: true, dlls, log, ...(crashes && { crashes }) } }),
  }
  if (before === after) after.unchanged = result
  return result
}
