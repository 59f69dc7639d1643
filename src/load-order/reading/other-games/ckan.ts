import { splitTalk, withTalk } from '../exports/listed-lines.ts'
import { type FoundMod, filledLinesOf, type InputText, type ReadLog, versionOf } from '../found-mods.ts'
import { objectsOf } from '../json.ts'
import { type FileKind, jsonKind, logKind } from '../kind.ts'
import { gameLog } from '../logs/crash-log.ts'

const NAMES = /\.ckan$/i

/** A modpack. Required mods are on, other mods are off. */
export const ckan = jsonKind(
  'modpack.ckan',
  NAMES,
  ({ kind, depends, recommends, suggests }) =>
    kind !== 'metapackage'
      ? null
      : [...relationships(depends, true), ...relationships(recommends, false), ...relationships(suggests, false)],
  { isUnordered: true, isCommonName: true },
)

/** A text that CKAN exports. If the list has a modpack, too, the text adds versions to it. */
export const ckanText: FileKind = {
  names: /^modlist\.txt$/i,
  pasted: { name: 'modlist.txt', sign: (paste) => ckanTextMods(paste) !== null },
  mods: (input) => {
    const talk: string[] = []
    return withTalk(input, ckanTextMods(input, talk), talk)
  },
  isUnordered: true,
  addsTo: NAMES,
}

const relationships = (value: unknown, enabled: boolean): FoundMod[] =>
  (objectsOf(value) ?? []).flatMap(({ name, version }) =>
    typeof name === 'string' ? [{ name, enabled, version: versionOf(version) }] : [],
  )

/**
 * Finds the mods in a list that CKAN exports as plain text. Each line is "Name (Identifier 1.2.3)". The identifier is the
 * name, as in a modpack. Returns null if a line has another form, because modlist.txt of Mod Organizer has the same name.
 * The list can stand within talk, which is added to `talk`.
 */
export function ckanTextMods(input: InputText, talk: string[] = []): FoundMod[] | null {
  const mods = modsOfLines(filledLinesOf(input))
  if (mods !== null) return mods
  const lines = splitTalk(input, (line) => modOf(line) !== undefined, talk)
  const within = talk.length > 0 && lines.length >= MIN_WITHIN_TALK ? modsOfLines(lines) : null
  return within?.every(({ version }) => !version?.includes(' ')) ? within : null
}

/** Number of mods from which a list within talk is one: sentences can end like its lines. */
const MIN_WITHIN_TALK = 5

function modsOfLines(lines: readonly string[]): FoundMod[] | null {
  const found: FoundMod[] = []
  for (const line of lines) {
    const mod = modOf(line)
    if (mod === undefined) return null
    found.push(mod)
  }
  return found.length > 0 ? found : null
}

const UNMANAGED = ' (unmanaged))'

function modOf(line: string): FoundMod | undefined {
  if (!line.endsWith(')') || /^[+\-*#]/.test(line)) return undefined
  const isUnmanaged = line.endsWith(UNMANAGED)
  const head = line.slice(0, isUnmanaged ? -UNMANAGED.length : -1)
  const start = head.lastIndexOf(' (')
  const space = head.indexOf(' ', start + 2)
  const identifier = head.slice(start + 2, space === -1 ? undefined : space)
  if (start < 1 || !/^[a-z0-9][a-z0-9-]*$/i.test(identifier)) return undefined
  // CKAN knows no version of some mods that it does not manage: "Name (Identifier (unmanaged))".
  if (space === -1 && !isUnmanaged) return undefined
  return {
    kind: isUnmanaged ? 'unmanaged' : 'mod',
    name: identifier,
    enabled: isUnmanaged ? null : true,
    version: space === -1 ? null : versionOf(head.slice(space + 1)),
  }
}

/** The log of the game, with the list of its Module Manager. */
export const kerbalLog = logKind('KSP.log', /^ksp\.log$/i, { sign: /Mod DLLs found:/, read: readKerbalLog })

/** Matches a row of the game's own list: "KAS v0.6.4.39793 / v0.6.4 for KSP 1.4+". */
const OWN_ROW = /^(?:Stock assembly: )?(\S.{0,254}?) v(\d[\w.]{0,49})(?: \/ .{0,200})?$/

/** Reads the last list of DLLs: that of the game, or Module Manager's table, with the version of each file or assembly. */
function readKerbalLog(file: string, lines: readonly string[]): ReadLog | null {
  const start = lines.findLastIndex((line) => line.endsWith('Mod DLLs found:'))
  const first = lines.findIndex((line, at) => at > start && !/^\s*(?:Name .*)?$/.test(line))
  const end = lines.findIndex((line, at) => at > first && line.trim() === '')
  if (start === -1 || first === -1) return null
  const mods = lines.slice(first, end === -1 ? undefined : end).flatMap((line): FoundMod[] => {
    const [name = '', assembly = '', version = ''] = OWN_ROW.exec(line.trim())?.slice(1) ?? line.trim().split(/ {2,}/)
    if (!/^\d/.test(assembly)) return []
    const isGame = name === 'Assembly-CSharp'
    const used = versionOf(/^[1-9\d.]*[1-9]/.test(version) ? version : assembly)
    return [{ kind: isGame ? 'unmanaged' : 'mod', enabled: isGame ? null : true, name, version: used }]
  })
  return gameLog(file, { format: 'Kerbal Space Program' }, { mods })
}
