import { nameKey } from '../../text/name-key.ts'
import { keyOf } from '../key.ts'
import type { ProfileLoadOrder } from '../reading/read.ts'
import type { FileChange, FileSettings, LoadOrderChanges, Note, OnlyIn, Setting, SettingChanges } from '../schemas.ts'
import { MAX_SETTINGS_CHARACTERS, type Truncate, truncateTo } from './limit.ts'
import { dllChanges, logChanges } from './log-changes.ts'
import { modChanges } from './mod-changes.ts'
import { pairByKey, withoutCounterpart } from './pairing.ts'
import { type OrderMissing, orderMissing, pluginChanges } from './plugin-changes.ts'

/**
 * Returns the changes from one load order to another. `files` are the files that have a diff. The arrays of changes of
 * all mods, of all plugins and of each ini file have at most `most` characters of JSON (default: limit.ts).
 */
export function loadOrderChanges(
  before: ProfileLoadOrder,
  after: ProfileLoadOrder,
  files: readonly FileChange[],
  most?: number,
): LoadOrderChanges {
  const missing = orderMissing(before, after)
  return {
    same: files.length === 0,
    mods: partChanges(before.mods, after.mods, (mods, others) =>
      modChanges({ mods, identities: before.identities }, { mods: others, identities: after.identities }, most),
    ),
    plugins: partChanges(before.plugins, after.plugins, (one, other) =>
      pluginChanges({ ...before, plugins: [...one] }, { ...after, plugins: [...other] }, most),
    ),
    dlls: dllChanges(before.log, after.log),
    log: logChanges(before.log, after.log),
    settings: settingChanges(before.settings, after.settings, most),
    files: [...files],
    ...(before.log && after.log && { crashes: [before.log.at, after.log.at] }),
    notes: [...notesOf(1, before.notes, missing), ...notesOf(2, after.notes, missing)],
  }
}

/**
 * Returns the changes of a part. If only one list has the part, it says so instead of reporting every entry as removed.
 */
function partChanges<Entry, Changes>(
  before: readonly Entry[] | null,
  after: readonly Entry[] | null,
  changesOf: (before: readonly Entry[], after: readonly Entry[]) => Changes,
): Changes | OnlyIn | null {
  if (before !== null && before === after) return changesOf([], []) // a list has no changes from itself
  if (before !== null && after !== null) return changesOf(before, after)
  if (before !== null) return { only_in: 1 }
  return after === null ? null : { only_in: 2 }
}

const notesOf = (list: 1 | 2, notes: readonly Note[], missing: OrderMissing) => [
  ...notes.map((note) => ({ list, ...note })),
  ...(missing.list === list && missing.plugins.size > 0
    ? [{ list, file: 'loadorder.txt', code: 'order_missing' as const, count: missing.plugins.size, names: [] }]
    : []),
]

/**
 * Returns the changes of the ini files that both lists have, in the first list's order. Files without changes are left
 * out.
 */
export function settingChanges(
  before: readonly FileSettings[],
  after: readonly FileSettings[],
  most = MAX_SETTINGS_CHARACTERS,
): SettingChanges[] {
  // Files are paired in the same way as for diffs.
  const counterparts = new Map(after.map((file) => [nameKey(file.file), file]))
  return before.flatMap(({ file, settings }) => {
    const counterpart = counterparts.get(nameKey(file))
    if (counterpart === undefined) return []
    const changes = changesOf(counterpart.file, settings, counterpart.settings, truncateTo(most))
    const { added, removed, changed } = changes.counts
    return added + removed + changed === 0 ? [] : [changes]
  })
}

function changesOf(
  file: string,
  before: readonly Setting[],
  after: readonly Setting[],
  truncate: Truncate,
): SettingChanges {
  const repeated = repeatedKeys(before, repeatedKeys(after))
  const isRepeated = (setting: Setting) => repeated.size > 0 && repeated.has(settingKey(setting))
  const keyWithValue = (setting: Setting) => settingKey(setting) + (isRepeated(setting) ? `=${setting.value}` : '')
  const isPair = (one: Setting, other: Setting) => isSame(one, other) && (one.value === other.value || !isRepeated(one))
  const places = pairByKey(before, after, keyWithValue, isPair)
  const added = after.filter((_, at) => places[at] === -1)
  const removed = withoutCounterpart(before, places)
  const changed = after.flatMap(({ section, key, value: to }, at) => {
    const from = before[places[at] ?? -1]?.value
    return from === undefined || from === to ? [] : [{ section, key, from, to }]
  })
  return {
    file,
    counts: { added: added.length, removed: removed.length, changed: changed.length },
    added: truncate(added, (setting) => setting),
    removed: truncate(removed, (setting) => setting),
    changed: truncate(changed, (change) => change),
  }
}

/** Returns the keys that have several values, which are compared as sets. The settings of a section follow each other. */
function repeatedKeys(settings: readonly Setting[], repeated = new Set<string>()): Set<string> {
  const seen = new Set<string>()
  settings.forEach((setting, at) => {
    if (settings[at - 1]?.section !== setting.section) seen.clear()
    if (seen.has(setting.key)) repeated.add(settingKey(setting))
    seen.add(setting.key)
  })
  return repeated
}

const isSame = (one: Setting, other: Setting) => one.key === other.key && one.section === other.section

/** Returns the key of a setting in its file. The name of a section has no `]`. */
const settingKey = ({ section, key }: Setting) => keyOf(`${section}]${key}`)
