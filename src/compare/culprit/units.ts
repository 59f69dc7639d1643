import { hash } from 'node:crypto'
import { settingChanges } from '../../load-order/comparing/changes.ts'
import { updates } from '../../load-order/comparing/mod-changes.ts'
import { modStem, type OrderChanges, pluginStem, possibleRenames } from '../../load-order/comparing/order-changes.ts'
import { keyOf } from '../../load-order/key.ts'
import {
  allModChanges,
  type ComparedLists,
  type Take,
  type TakenKinds,
} from '../../load-order/merging/compared-lists.ts'
import { isWritable } from '../../load-order/merging/mods.ts'
import { writablePlugins } from '../../load-order/merging/plugins.ts'
import type { Part } from '../../load-order/reading/read.ts'
import type { CulpritState, CulpritUnit } from './schemas.ts'

export type TestedPart = Exclude<Part, 'settings'>

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

/**
 * Returns the changes of a part that can be tested, in load order of the crashing list: not those that are off before
 * and after, or that a merge can't write. Null if a list lacks the part, or can't be changed in it.
 */
export function unitsOf(lists: ComparedLists, part: TestedPart): CulpritUnit[] | null {
  const compared: ComparedEntries | null = lists[part]
  if (compared === null || !canWrite(lists.base, part)) return null
  const { before, after, changes } = compared
  const places = changes.places
  const moved = new Set(changes.moved.map((move) => move.after))
  const [added, removed] = [addable(lists, part).filter(isOn), changes.removed.filter(isOn)]
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

/** Reports whether a merge can write a part of a list. Without an origin, plugins are those of plugins.txt and loadorder.txt. */
const canWrite = ({ modlist, origins }: ComparedLists['base'], part: TestedPart) =>
  part === 'mods' ? modlist !== null : origins.plugins === null

/** Returns the added entries that a merge can write, apart from code pages. */
const addable = ({ base, other, mods, plugins }: ComparedLists, part: TestedPart): readonly Entry[] =>
  part === 'mods'
    ? (mods?.changes.added.filter(isWritable) ?? [])
    : writablePlugins(base, other, plugins?.changes.added ?? [])

const isOn = ({ enabled }: Entry) => enabled !== false

/** Returns the id of a name: letters, digits, `-` and `_`, the same in all lists. */
const idOf = (name: string) => hash('sha256', keyOf(name), 'base64url').slice(0, 12)

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
const ALL_PLUGINS: Take['plugins'] = { added: true, enabled: true, disabled: true, moved: true }

/** Returns what a merge takes for a set of units. While mods are tested, it takes all plugins, too, if it can write them. */
export function takeOfSet(lists: ComparedLists, part: TestedPart, units: readonly CulpritUnit[]): Take {
  if (part === 'plugins') return { plugins: takeOf(units) }
  return { mods: takeOf(units), ...(hasPlugins(lists) && { plugins: ALL_PLUGINS }) }
}

/** Reports whether all plugins are taken while mods are tested. */
const hasPlugins = ({ base, plugins }: ComparedLists) => plugins !== null && canWrite(base, 'plugins')

/** Returns what differs between the lists and is no unit of the part. */
export function notTested(lists: ComparedLists, part: TestedPart): CulpritState['not_tested'] {
  const sum = (counts: Record<string, number>) => Object.values(counts).reduce((total, count) => total + count, 0)
  const mods = allModChanges(lists)
  const settings = settingChanges(lists.base.settings, lists.other.settings, 0)
  const counts = {
    settings: settings.reduce((total, file) => total + sum(file.counts), 0),
    versions:
      mods === null
        ? 0
        : updates({ ...lists.base, mods: mods.before }, { ...lists.other, mods: mods.after }, mods.changes.places)
            .length,
    plugins: part === 'mods' && lists.plugins !== null ? sum(lists.plugins.changes.counts) : 0,
    mods: part === 'plugins' && mods !== null ? sum(mods.changes.counts) : 0,
  }
  return (Object.keys(counts) as (keyof typeof counts)[]).flatMap((what) => {
    const count = counts[what]
    if (count === 0) return []
    const sentence = SENTENCES[what === 'plugins' && !hasPlugins(lists) ? 'otherPlugins' : what]
    return [{ what, count, text: `${count} ${sentence[count === 1 ? 0 : 1]} not tested.` }]
  })
}

const SENTENCES = {
  settings: ['setting differs too and is', 'settings differ too and are'],
  versions: ['mod has another version, which is', 'mods have other versions, which are'],
  plugins: ['change of plugins is in every set and', 'changes of plugins are in every set and'],
  otherPlugins: ['change of plugins is in no set and', 'changes of plugins are in no set and'],
  mods: ['change of mods is in no set and', 'changes of mods are in no set and'],
} as const
