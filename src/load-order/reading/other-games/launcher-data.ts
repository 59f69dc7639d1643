import { type FoundMod, type FoundMods, type Input, versionOf } from '../found-mods.ts'
import type { FileKind } from '../kind.ts'
import { visitXml } from '../xml.ts'

export const launcherData: FileKind = {
  names: /^launcherdata\.xml$/i,
  pasted: { name: 'LauncherData.xml', sign: 'XML' },
  mods: launcherMods,
}

const MODS = 'UserData/SingleplayerData/ModDatas'
const MOD = `${MODS}/UserModData`
const FIELDS = new Set(['Id', 'LastKnownVersion', 'IsSelected'])

/** Finds the modules of the single-player game in LauncherData.xml of Mount & Blade II. The first one loads first. */
function launcherMods({ text }: Input): FoundMods {
  const found: FoundMod[] = []
  let fields: Record<string, string> = {}
  let isList = false
  const isAt = (path: readonly string[], depth: number, wanted: string) =>
    path.length === depth && path.join('/') === wanted
  const root = visitXml(text, ['UserData'], {
    open(path) {
      if (isAt(path, 3, MODS)) isList = true
      else if (isAt(path, 4, MOD)) fields = {}
    },
    text(path, part) {
      const field = path[4]
      if (path.length === 5 && field !== undefined && FIELDS.has(field) && isAt(path.slice(0, 4), 4, MOD)) {
        fields[field] = (fields[field] ?? '') + part
      }
    },
    close(path) {
      if (!isAt(path, 4, MOD)) return
      const { Id = '', LastKnownVersion, IsSelected = '' } = fields
      const isOn = IsSelected.trim().toLowerCase() === 'true'
      found.push({ name: Id, enabled: isOn, version: versionOf(LastKnownVersion) })
    },
  })
  if (root === undefined) return undefined
  return isList ? found : null
}
