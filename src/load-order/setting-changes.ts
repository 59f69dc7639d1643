import { keyOf } from './key.ts'
import { told } from './limit.ts'
import type { FileSettings, Setting, SettingChanges } from './schemas.ts'

/** What differs in the ini files that both have, in the first list's order of files; files without a change are left out. */
export function settingChanges(before: readonly FileSettings[], after: readonly FileSettings[]): SettingChanges[] {
  // As the diffs pair files: by name in any case.
  const counterparts = new Map(after.map((file) => [file.file.toLowerCase(), file]))
  return before.flatMap(({ file, settings }) => {
    const counterpart = counterparts.get(file.toLowerCase())
    if (counterpart === undefined) return []
    const changes = changesOf(counterpart.file, settings, counterpart.settings)
    const { added, removed, changed } = changes.counts
    return added + removed + changed === 0 ? [] : [changes]
  })
}

function changesOf(file: string, before: readonly Setting[], after: readonly Setting[]): SettingChanges {
  const gone = new Map(before.map((setting) => [settingKey(setting), setting]))
  const added: Setting[] = []
  const changed: SettingChanges['changed'] = []
  for (const setting of after) {
    const key = settingKey(setting)
    const from = gone.get(key)
    gone.delete(key)
    if (from === undefined) added.push(setting)
    else if (from.value !== setting.value) {
      changed.push({ section: setting.section, key: setting.key, from: from.value, to: setting.value })
    }
  }
  return {
    file,
    counts: { added: added.length, removed: gone.size, changed: changed.length },
    added: told(added, (setting) => setting),
    removed: told([...gone.values()], (setting) => setting),
    changed: told(changed, (change) => change),
  }
}

/** No name holds a line end. */
const settingKey = ({ section, key }: Setting): string => keyOf(`${section}\n${key}`)
