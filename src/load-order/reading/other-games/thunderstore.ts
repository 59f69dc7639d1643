import { type FoundMods, type Input, type ReadLog, textOf, versionOf } from '../found-mods.ts'
import { isObject, type JsonObject, objectsOf, parseYaml } from '../json.ts'
import { type FileKind, logKind } from '../kind.ts'
import { gameLog } from '../logs/crash-log.ts'

const profileKind = (name: string, names: RegExp, sign: RegExp): FileKind => ({
  names,
  pasted: { name, sign },
  mods: thunderstoreMods,
  isUnordered: true,
})

/** What a profile has. */
export const thunderstore = profileKind(
  'mods.yml',
  /^mods\.yml$/i,
  /^(?:mods:[ \t]*\r?\n *)?- (?:manifestVersion:|name: [^\s-]+-)/m,
)

/** A profile that was exported. */
export const thunderstoreExport = profileKind('export.r2x', /^export\.r2x$/i, /^profileName:/m)

/**
 * Finds the mods in mods.yml or export.r2x of r2modman, Gale and Thunderstore Mod Manager. The games sort them by
 * themselves. An alias shares the value that it refers to, and the parser limits the depth, so that no file costs more than
 * its size.
 */
function thunderstoreMods({ text }: Input): FoundMods {
  const value = parseYaml(text, KEYS)
  if (value === undefined) return undefined
  const mods = objectsOf(isObject(value) ? value.mods : value)
  if (mods === undefined || !mods.every((mod) => typeof nameOf(mod) === 'string')) return null
  return mods.map((mod) => {
    const name = textOf(nameOf(mod))
    return {
      name,
      enabled: textOf(mod.enabled).toLowerCase() !== 'false',
      version: versionText(mod.versionNumber) ?? versionText(mod.version),
      source: pageOf(name),
    }
  })
}

const KEYS = new Set(['name', 'fullName', 'enabled', 'version', 'versionNumber', 'major', 'minor', 'patch', 'pre'])

/** Gale 1.1 wrote the name under another key (LegacyProfileManifest). */
const nameOf = ({ name, fullName }: JsonObject): unknown => name ?? fullName

/** Returns a version that is a text or has parts; of a pre-release, Gale also writes `pre`. */
const versionText = (value: unknown): string | null => {
  if (!isObject(value)) return versionOf(value)
  const numbers = [value.major, value.minor, value.patch].map(textOf).join('.')
  const pre = textOf(value.pre)
  return versionOf(pre === '' ? numbers : `${numbers}-${pre}`)
}

/** Returns the page of a mod, whose name is "Author-Mod"; null for another name. */
function pageOf(name: string): string | null {
  const [, author, mod] = /^(\w{1,100})-([\w-]{1,200})$/.exec(name) ?? []
  return author === undefined ? null : `https://thunderstore.io/package/${author}/${mod}/`
}

/** A log of BepInEx, which loads the mods of many games. */
export const bepInExLog = logKind('LogOutput.log', /^logoutput\.log$/i, {
  sign: /BepInEx\] Loading \[/,
  read: readBepInExLog,
})

/** Reads the mods that a log names while it loads them: "[Info   :   BepInEx] Loading [Name 1.2.3]". */
function readBepInExLog(file: string, lines: readonly string[]): ReadLog | null {
  const mods = lines.flatMap((line) => {
    const [, name = '', version = ''] = /BepInEx\] Loading \[(.{1,255}) (\d[^\s\]]{0,49})\]/.exec(line) ?? []
    return name === '' ? [] : [{ name, enabled: true, version }]
  })
  const started = lines.find((line) => /^\[Message *:/.test(line) && line.includes('] BepInEx '))
  const [, version = null] = /\] BepInEx (\S{1,50}) - /.exec(started ?? '') ?? []
  return gameLog(file, { format: 'BepInEx', format_version: version }, { mods })
}
