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
  const keys = settingKeys()
  const isSame = (one: Setting, other: Setting) => one.key === other.key && one.section === other.section
  const places = pairByKey(before, after, isSame, keys.keyOf, keys.knownKeyOf)
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

/** More than there are lines in a file. */
const MOST_KEYS = 2 ** 24

/**
 * Keys of settings: numbers, as a text of both names would be joined and hashed for each. What only the second list has
 * needs none.
 */
function settingKeys() {
  const sections = new Map<string, number>()
  const keys = new Map<string, number>()
  const idOf = (ids: Map<string, number>, text: string) => {
    const id = ids.get(text) ?? ids.size
    if (id === ids.size) ids.set(text, id)
    return id
  }
  // The name of a section may be long and stand above thousands: its key is made once for all that follow one another.
  const sectionId = remembered((section) => idOf(sections, keyOf(section)))
  const knownSectionId = remembered((section) => sections.get(keyOf(section)))
  return {
    keyOf: ({ section, key }: Setting) => sectionId(section) * MOST_KEYS + idOf(keys, keyOf(key)),
    /** The key of a setting that has been given one, in another list; undefined: none like it has. */
    knownKeyOf({ section, key }: Setting) {
      const id = knownSectionId(section)
      const keyId = id === undefined ? undefined : keys.get(keyOf(key))
      return id === undefined || keyId === undefined ? undefined : id * MOST_KEYS + keyId
    },
  }
}

/** The function, which is not called again for the argument of the call before. */
function remembered<Result>(make: (text: string) => Result): (text: string) => Result {
  let last: { text: string; result: Result } | undefined
  return (text) => {
    if (last?.text !== text) last = { text, result: make(text) }
    return last.result
  }
}
