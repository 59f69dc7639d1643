import { nameKey } from '../../text/name-key.ts'
import type { LoadOrderNames } from '../names.ts'
import type { FileSettings, Setting, SettingChanges } from '../schemas.ts'
import { MAX_SETTINGS_CHARACTERS, type Truncate, truncateTo } from './limit.ts'
import { withoutCounterpart } from './pairing.ts'

/**
 * Returns the changes of the ini files that both lists have, in the first list's order. Files without changes are left
 * out.
 */
export function settingChanges(
  before: readonly FileSettings[],
  after: readonly FileSettings[],
  names: LoadOrderNames,
  most = MAX_SETTINGS_CHARACTERS,
): SettingChanges[] {
  // Files are paired in the same way as for diffs.
  const counterparts = new Map(after.map((file) => [nameKey(file.file), file]))
  return before.flatMap(({ file, settings }) => {
    const counterpart = counterparts.get(nameKey(file))
    if (counterpart === undefined) return []
    const changes = changesOf(counterpart.file, settings, counterpart.settings, names, truncateTo(most))
    const { added, removed, changed } = changes.counts
    return added + removed + changed === 0 ? [] : [changes]
  })
}

function changesOf(
  file: string,
  before: readonly Setting[],
  after: readonly Setting[],
  names: LoadOrderNames,
  truncate: Truncate,
): SettingChanges {
  const places = pairSettings(before, after, names)
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

/** Returns for each setting of the second file its place in the first file, or -1. */
function pairSettings(before: readonly Setting[], after: readonly Setting[], names: LoadOrderNames): Int32Array {
  const ids = before.map(({ key }) => names.setting.idOf(key))
  const counterparts = new Map(sectionsOf(before, names).map((section) => [section.id, section]))
  /** For each key, its last place so far. A place outside the current section belongs to another section. */
  const placeOf = new Int32Array(names.setting.count()).fill(-1)
  const places = new Int32Array(after.length).fill(-1)
  for (const { id, from, to } of sectionsOf(after, names)) {
    const counterpart = counterparts.get(id)
    if (counterpart === undefined) continue
    for (let place = counterpart.from; place < counterpart.to; place++) placeOf[ids[place] ?? 0] = place
    after.slice(from, to).forEach(({ key }, offset) => {
      const place = placeOf[names.setting.idOf(key)] ?? -1
      if (place >= counterpart.from && place < counterpart.to) places[from + offset] = place
    })
  }
  return places
}

/** Returns the sections of a file: the id of each name, and the range of its settings. */
function sectionsOf(settings: readonly Setting[], names: LoadOrderNames) {
  const sections: { name: string; id: number; from: number; to: number }[] = []
  settings.forEach(({ section: name }, at) => {
    const last = sections.at(-1)
    if (last?.name === name) last.to = at + 1
    else sections.push({ name, id: names.section.idOf(name), from: at, to: at + 1 })
  })
  return sections
}
