import { keyOf } from '../../key.ts'
import { changeId, type TakenPart } from '../../merging/ticks.ts'
import type { DllChanges, ModChanges, OnlyIn, PluginChanges, SettingChanges } from '../../schemas.ts'
import { isChanges } from '../sentence.ts'

/** The kinds of changes in the order of a table: what is gone or off comes first. */
export const ROW_KINDS = ['removed', 'disabled', 'enabled', 'updated', 'moved', 'regrouped', 'added'] as const
export type RowKind = (typeof ROW_KINDS)[number]

/** A mod or plugin that differs between two lists, with all that differs about it. */
export interface ChangeRow {
  name: string
  /** At least one kind. A mod that is switched off and moved has both. */
  kinds: RowKind[]
  /** State of an entry that only one list has. */
  enabled: boolean | null
  /** Places in the first and the second list; null if unknown. */
  from: number | null
  to: number | null
  separator: string | null
  /** Of a moved entry: the names of the entries before it. */
  after: { from: string | null; to: string | null } | null
  /** Of an updated entry: its versions. */
  versions: { from: string; to: string } | null
  /** Of a regrouped entry: its separators. */
  groups: { from: string | null; to: string | null } | null
}

interface Placed {
  name: string
  enabled?: boolean | null
  priority?: number | null
  index?: number | null
  separator?: string | null
}

const placeOf = ({ priority, index }: Placed): number | null => priority ?? index ?? null

/** Returns a row for each mod or plugin that differs, sorted by kind, then by place. */
export function changeRows(changes: ModChanges | PluginChanges): ChangeRow[] {
  const rows = new Map<string, ChangeRow>()
  const rowOf = (kind: RowKind, entry: Placed): ChangeRow => {
    // The same name can be gone under one spelling and new under another; those are two rows.
    const key = `${kind === 'removed' || kind === 'added' ? kind : ''} ${keyOf(entry.name)}`
    let row = rows.get(key)
    if (row === undefined) {
      const { name, enabled = null, separator = null } = entry
      row = { name, kinds: [], enabled, from: null, to: null, separator, after: null, versions: null, groups: null }
      rows.set(key, row)
    }
    row.kinds.push(kind)
    return row
  }
  for (const entry of changes.removed) rowOf('removed', entry).from = placeOf(entry)
  for (const entry of changes.disabled) rowOf('disabled', entry).to = placeOf(entry)
  for (const entry of changes.enabled) rowOf('enabled', entry).to = placeOf(entry)
  if ('updated' in changes) {
    for (const { name, from, to, priority } of changes.updated) {
      const row = rowOf('updated', { name })
      row.versions = { from, to }
      row.to = priority
    }
  }
  for (const { name, from, to } of changes.moved) {
    const row = rowOf('moved', { ...to, name })
    row.from = placeOf({ ...from, name })
    row.to = placeOf({ ...to, name })
    row.after = { from: from.after, to: to.after }
  }
  if ('regrouped' in changes) {
    for (const { name, from, to } of changes.regrouped)
      rowOf('regrouped', { name, separator: to }).groups = { from, to }
  }
  for (const entry of changes.added) rowOf('added', entry).to = placeOf(entry)
  return [...rows.values()]
}

/** Returns the ids of the changes of a row that can be taken over. */
export const idsOf = (part: TakenPart, { name, kinds }: ChangeRow): string[] =>
  kinds.flatMap((kind) => (kind === 'updated' || kind === 'regrouped' ? [] : changeId(part, kind, name)))

const GOES: readonly RowKind[] = ['removed', 'disabled']
const COMES: readonly RowKind[] = ['added', 'enabled']

/**
 * Returns a function that finds the plugins that go or come with a mod: those that have its name but for the extension.
 */
export function pluginsOfMods(plugins: readonly ChangeRow[]): (mod: ChangeRow) => ChangeRow[] {
  const byStem = new Map<string, ChangeRow[]>()
  for (const plugin of plugins) {
    const stem = keyOf(plugin.name.replace(/\.es[pml]$/i, ''))
    byStem.set(stem, [...(byStem.get(stem) ?? []), plugin])
  }
  return ({ name, kinds }) => {
    const wanted = [GOES, COMES].find((both) => kinds.some((kind) => both.includes(kind))) ?? []
    return (byStem.get(keyOf(name)) ?? []).filter((plugin) => plugin.kinds.some((kind) => wanted.includes(kind)))
  }
}

/** Returns the number of changes of a kind that the comparison counts but does not list. */
export function unlistedOf(changes: ModChanges | PluginChanges | null, kind: RowKind): number {
  if (changes === null) return 0
  if (kind === 'updated') return 'updated' in changes ? changes.counts.updated - changes.updated.length : 0
  if (kind === 'regrouped') return 'regrouped' in changes ? changes.counts.regrouped - changes.regrouped.length : 0
  return changes.counts[kind] - changes[kind].length
}

/** The numbers of the changes of the mods or of the plugins. */
export interface PartHead {
  counts: Record<RowKind, number>
  addedOff: number
  /** Number of rows of the table. An entry with two changes is one row. */
  rows: number
}

/** Returns whether both lists have the part. */
export const isHead = (head: PartHead | OnlyIn | null): head is PartHead => head !== null && 'rows' in head

export function partHead(changes: ModChanges | PluginChanges, rows: readonly ChangeRow[]): PartHead {
  const counts = { updated: 0, regrouped: 0, ...changes.counts }
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const shared = rows.reduce((sum, { kinds }) => sum + kinds.length - 1, 0)
  return { counts, addedOff: changes.added.filter(({ enabled }) => enabled === false).length, rows: total - shared }
}

/** Returns the number of DLLs that differ. */
export const countDlls = (dlls: DllChanges | OnlyIn | null): number =>
  isChanges(dlls) ? dlls.counts.added + dlls.counts.removed + dlls.counts.updated : 0

type Cut = <Entry>(entries: readonly Entry[], textOf: (entry: Entry) => string) => readonly Entry[]

/** Returns changes whose arrays are cut, in their order. Counts stay. */
export function cutChanges<Changes extends SettingChanges | DllChanges>(changes: Changes, cut: Cut): Changes {
  const entries = Object.entries(changes).map(([key, value]) => [
    key,
    Array.isArray(value) ? [...cut(value, JSON.stringify)] : value,
  ])
  return Object.fromEntries(entries) as Changes
}
