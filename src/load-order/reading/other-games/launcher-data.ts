import sax from 'sax'
import { type FoundMod, type FoundMods, type Input, versionOf } from '../found-mods.ts'
import { rootOf } from '../xml.ts'

const MODS = 'SingleplayerData/ModDatas'
const MOD = `${MODS}/UserModData`

/**
 * Finds the modules of the single-player game in LauncherData.xml of Mount & Blade II. The first one loads first. The
 * parser builds no tree, and expands no entities that the file defines: a file that uses one counts as broken.
 */
export function launcherMods({ text }: Input): FoundMods {
  const root = rootOf(text)
  if (root !== 'UserData') return root === undefined ? undefined : null
  const parser = sax.parser(true)
  const open: string[] = []
  const found: FoundMod[] = []
  let fields: Record<string, string> = {}
  let isList = false

  /** Returns the names of the innermost open elements. */
  const path = (depth: number) => open.slice(-depth).join('/')
  parser.onerror = (error) => {
    throw error // later errors would only take time
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
  try {
    parser.write(text).close()
  } catch {
    return undefined
  }
  return isList ? found : null
}

const FIELDS = new Set(['Id', 'LastKnownVersion', 'IsSelected'])
