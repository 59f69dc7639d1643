import { nameKey } from '../../text/name-key.ts'
import { keyOf } from '../key.ts'
import type { FileSettings, Setting, SettingChanges } from '../schemas.ts'
import { MAX_SETTINGS_CHARACTERS, type Truncate, truncateTo } from './limit.ts'
import { pairByKey, withoutCounterpart } from './pairing.ts'

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
  const keyWithValue = (setting: Setting) =>
    repeated.has(settingKey(setting)) ? `${settingKey(setting)}=${setting.value}` : settingKey(setting)
  const isPair = (one: Setting, other: Setting) =>
    isSame(one, other) && (one.value === other.value || !repeated.has(settingKey(one)))
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

/** Returns the keys that have several values, which are compared as sets. */
function repeatedKeys(settings: readonly Setting[], repeated = new Set<string>()): Set<string> {
  const seen = new Set<string>()
  for (const setting of settings) {
    const key = settingKey(setting)
    if (seen.has(key)) repeated.add(key)
    seen.add(key)
  }
  return repeated
}

const isSame = (one: Setting, other: Setting) => one.key === other.key && one.section === other.section

/** Returns the key of a setting in its file. The name of a section has no `]`. */
const settingKey = ({ section, key }: Setting) => keyOf(`${section}]${key}`)
