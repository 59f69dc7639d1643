import sax from 'sax'
import { type FoundMod, type FoundMods, type Input, versionOf } from '../found-mods.ts'

const MODS = 'SingleplayerData/ModDatas'
const MOD = `${MODS}/UserModData`

/**
 * Finds the modules of the single-player game in LauncherData.xml of Mount & Blade II. The first one loads first. The
 * parser builds no tree, and expands no entities that the file defines: a file that uses one counts as broken.
 */
export function launcherMods({ text }: Input): FoundMods {
  const parser = sax.parser(true)
  const open: string[] = []
  const found: FoundMod[] = []
  let fields: Record<string, string> = {}
  let isList = false
  let isBroken = text.trim() === '' // the parser reports no error for an empty text

  /** Returns the names of the innermost open elements. */
  const path = (depth: number) => open.slice(-depth).join('/')
  parser.onerror = () => {
    isBroken = true
  }
  parser.onopentag = ({ name }) => {
    open.push(name)
    if (path(2) === MODS) isList = true
    else if (path(3) === MOD) fields = {}
  }
  const take = (part: string) => {
    const field = open.at(-1)
    if (field !== undefined && FIELDS.has(field) && open.slice(-4, -1).join('/') === MOD) {
      fields[field] = (fields[field] ?? '') + part
    }
  }
  parser.ontext = take
  parser.oncdata = take
  parser.onclosetag = () => {
    if (path(3) === MOD) {
      const { Id = '', LastKnownVersion, IsSelected = '' } = fields
      const isOn = IsSelected.trim().toLowerCase() === 'true'
      found.push({ name: Id, enabled: isOn, version: versionOf(LastKnownVersion) })
    }
    open.pop()
  }
  for (let at = 0; at < text.length && !isBroken; at += CHUNK) parser.write(text.slice(at, at + CHUNK))
  if (!isBroken) parser.close()
  if (isBroken) return undefined
  return isList ? found : null
}

const FIELDS = new Set(['Id', 'LastKnownVersion', 'IsSelected'])

/** Number of characters that are parsed at once. Parsing stops after the chunk with the first error. */
const CHUNK = 64 * 1024
