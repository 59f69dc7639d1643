import { hash } from 'node:crypto'
import { loadOrderChanges } from '../../load-order/comparing/changes.ts'
import { type OrderChanges, orderChanges } from '../../load-order/comparing/order-changes.ts'
import { comparePlugins } from '../../load-order/comparing/plugin-changes.ts'
import { modStem, pluginStem, possibleRenames } from '../../load-order/comparing/renames.ts'
import { keyOf } from '../../load-order/key.ts'
import type { Take, TakenKinds } from '../../load-order/merging/take.ts'
import type { Part, ProfileLoadOrder } from '../../load-order/reading/read.ts'
import type { CulpritState, CulpritUnit } from './schemas.ts'

export type TestedPart = Exclude<Part, 'settings'>

/** An entry of the load order, of which both parts have these fields. */
interface Entry {
  name: string
  enabled: boolean | null
  version?: string | null
  source?: string | null
}

interface ComparedEntries {
  before: readonly Entry[]
  after: readonly Entry[]
  changes: OrderChanges<Entry>
}

/** Returns the entries of a part that can be switched, and their changes; null if a list lacks the part. */
function compareEntries(works: ProfileLoadOrder, crashes: ProfileLoadOrder, part: TestedPart): ComparedEntries | null {
  if (part === 'plugins') return works.plugins && crashes.plugins && comparePlugins(works, crashes)
  const [before, after] = [works, crashes].map(({ mods }) => mods?.filter(({ kind }) => kind === 'mod'))
  return before && after ? { before, after, changes: orderChanges(before, after) } : null
}

/**
 * Returns the changes of a part that can be tested, in load order of the crashing list. A change is left out if it can't
 * reach the game, because its entry is off before and after. Null if a list lacks the part.
 */
export function unitsOf(works: ProfileLoadOrder, crashes: ProfileLoadOrder, part: TestedPart): CulpritUnit[] | null {
  const compared = compareEntries(works, crashes, part)
  if (compared === null) return null
  const { before, after, changes } = compared
  const places = changes.places
  const moved = new Set(changes.moved.map((move) => move.after))
  const [added, removed] = [changes.added.filter(isOn), changes.removed.filter(isOn)]
  const renames = new Map(
    possibleRenames(changes.added, changes.removed, part === 'mods' ? modStem : pluginStem)
      .filter(({ from, to }) => removed.some(({ name }) => name === from) && added.some(({ name }) => name === to))
      .map(({ from, to }) => [to, from]),
  )
  const renamedFrom = new Set(renames.values())
  const [switchedOn, switchedOff, isAdded] = [new Set(changes.enabled), new Set(changes.disabled), new Set(added)]

  const kindOf = (entry: Entry): CulpritUnit['kind'] | undefined => {
    if (isAdded.has(entry)) return renames.has(entry.name) ? 'renamed' : 'added'
    if (switchedOn.has(entry)) return 'enabled'
    if (switchedOff.has(entry)) return 'disabled'
    return moved.has(entry) && isOn(entry) ? 'moved' : undefined
  }
  const unitOf = (entry: Entry, kind: CulpritUnit['kind']): CulpritUnit => ({
    id: idOf(entry.name),
    kind,
    moved: moved.has(entry),
    name: entry.name,
    from: renames.get(entry.name) ?? null,
    version: entry.version ?? null,
    source: entry.source ?? null,
  })

  // What only the working list has stands behind the nearest entry before it that both have.
  const gone = new Set(removed.filter(({ name }) => !renamedFrom.has(name)))
  const placeOfCommon = new Map([...places].flatMap((place, at) => (place === -1 ? [] : [[place, at] as const])))
  const behind = new Map<number, CulpritUnit[]>()
  let nearest = -1
  before.forEach((entry, place) => {
    nearest = placeOfCommon.get(place) ?? nearest
    if (gone.has(entry)) behind.set(nearest, [...(behind.get(nearest) ?? []), unitOf(entry, 'removed')])
  })
  return [
    ...(behind.get(-1) ?? []),
    ...after.flatMap((entry, at) => {
      const kind = kindOf(entry)
      return [...(kind === undefined ? [] : [unitOf(entry, kind)]), ...(behind.get(at) ?? [])]
    }),
  ]
}

const isOn = ({ enabled }: Entry) => enabled !== false

/** Returns the id of a name: letters, digits, `-` and `_`, the same in all lists. */
const idOf = (name: string) => hash('sha256', keyOf(name), 'base64url').slice(0, 12)

/** Returns what a merge takes for these units. */
export function takeOf(units: readonly CulpritUnit[]): TakenKinds {
  const named = (kinds: readonly CulpritUnit['kind'][]) =>
    units.filter(({ kind }) => kinds.includes(kind)).map(({ name }) => name)
  return {
    added: named(['added', 'renamed']),
    removed: [...named(['removed']), ...units.flatMap(({ from }) => from ?? [])],
    enabled: named(['enabled']),
    disabled: named(['disabled']),
    moved: units.filter(({ moved }) => moved).map(({ name }) => name),
  }
}

/** The plugins of every set while mods are tested: those of both lists. */
export const ALL_PLUGINS: Take['plugins'] = { added: true, enabled: true, disabled: true, moved: true }

/** Returns what differs between the lists and is no unit of the part. */
export function notTested(
  works: ProfileLoadOrder,
  crashes: ProfileLoadOrder,
  part: TestedPart,
): CulpritState['not_tested'] {
  const { mods, plugins, settings } = loadOrderChanges(works, crashes, [], 0)
  const sum = (counts: Record<string, number>) => Object.values(counts).reduce((total, count) => total + count, 0)
  const orderSum = (changes: typeof mods | typeof plugins) => {
    if (changes === null || 'only_in' in changes) return 0
    const { added, removed, enabled, disabled, moved } = changes.counts
    return added + removed + enabled + disabled + moved
  }
  const counts = {
    settings: settings.reduce((total, file) => total + sum(file.counts), 0),
    versions: mods === null || 'only_in' in mods ? 0 : mods.counts.updated,
    plugins: part === 'mods' ? orderSum(plugins) : 0,
    mods: part === 'plugins' ? orderSum(mods) : 0,
  }
  return (Object.keys(counts) as (keyof typeof counts)[]).flatMap((what) => {
    const count = counts[what]
    return count === 0 ? [] : [{ what, count, text: `${count} ${SENTENCES[what][count === 1 ? 0 : 1]} not tested.` }]
  })
}

const SENTENCES = {
  settings: ['setting differs too and is', 'settings differ too and are'],
  versions: ['mod has another version, which is', 'mods have other versions, which are'],
  plugins: ['change of plugins is in every set and', 'changes of plugins are in every set and'],
  mods: ['change of mods is in no set and', 'changes of mods are in no set and'],
} as const
