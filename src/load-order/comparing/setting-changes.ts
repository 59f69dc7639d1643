import { nameKey } from '../../text/name-key.ts'
import { keyOf } from '../key.ts'
import type { FileSettings, Setting, SettingChanges } from '../schemas.ts'
import { MOST_OF_SETTINGS, type Teller, tellerOf } from './limit.ts'
import { pairByKey, withoutCounterpart } from './pairing.ts'

/** What differs in the ini files that both have, in the first list's order of files; files without a change are left out. */
export function settingChanges(
  before: readonly FileSettings[],
  after: readonly FileSettings[],
  most = MOST_OF_SETTINGS,
): SettingChanges[] {
  // As the diffs pair files.
  const counterparts = new Map(after.map((file) => [nameKey(file.file), file]))
  return before.flatMap(({ file, settings }) => {
    const counterpart = counterparts.get(nameKey(file))
    if (counterpart === undefined) return []
    const changes = changesOf(counterpart.file, settings, counterpart.settings, tellerOf(most))
    const { added, removed, changed } = changes.counts
    return added + removed + changed === 0 ? [] : [changes]
  })
}

function changesOf(file: string, before: readonly Setting[], after: readonly Setting[], told: Teller): SettingChanges {
  const places = pairByKey(
    before,
    after,
    (one, other) => one.key === other.key && one.section === other.section,
    settingKeys(),
  )
  const added = after.filter((_, at) => places[at] === -1)
  const removed = withoutCounterpart(before, places)
  const changed = after.flatMap(({ section, key, value: to }, at) => {
    const from = before[places[at] ?? -1]?.value
    return from === undefined || from === to ? [] : [{ section, key, from, to }]
  })
  return {
    file,
    counts: { added: added.length, removed: removed.length, changed: changed.length },
    added: told(added, (setting) => setting),
    removed: told(removed, (setting) => setting),
    changed: told(changed, (change) => change),
  }
}

/** Makes keys of settings. That of a section, whose name may be long and stand above thousands, is made and hashed once. */
function settingKeys(): (setting: Setting) => string {
  const ids = new Map<string, number>()
  const idsBySpelling = new Map<string, number>()
  const idOf = (section: string) => {
    const key = keyOf(section)
    const id = ids.get(key) ?? ids.size
    ids.set(key, id)
    idsBySpelling.set(section, id)
    return id
  }
  return ({ section, key }) => `${idsBySpelling.get(section) ?? idOf(section)} ${keyOf(key)}`
}
