import { type FoundMod, type FoundMods, type Input, type ReadLog, versionOf } from '../found-mods.ts'
import { type FileKind, logKind } from '../kind.ts'
import { gameLog } from '../logs/crash-log.ts'
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

/** A report that lists all installed modules. */
export const bannerlordReport = logKind('report.txt', /^rgl_log.*\.txt$/i, {
  sign: /Modules Information:/,
  read: readReport,
})

const MODULE = /^\s*\d{1,4}\. (\S.{0,254}) ([a-z]?\d{1,9}\.\d[\w.]{0,40})( \*Selected\*)?$/

/** Reads "1. Id v1.2.3", with "*Selected*" behind the modules that are on. Without it, all are. */
function readReport(file: string, lines: readonly string[]): ReadLog | null {
  const start = lines.findIndex((line) => line.trim() === 'Modules Information:')
  const below = start === -1 ? [] : lines.slice(start + 1)
  const found = below.flatMap((line) => {
    const [, name = '', version = '', selected] = MODULE.exec(line) ?? []
    return name === '' ? [] : [{ name, version, isSelected: selected !== undefined }]
  })
  const hasStates = found.some(({ isSelected }) => isSelected)
  const mods = found.map(({ name, version, isSelected }) => ({ name, version, enabled: isSelected || !hasStates }))
  return mods.length === 0 ? null : gameLog(file, { format: 'Bannerlord' }, { mods })
}
