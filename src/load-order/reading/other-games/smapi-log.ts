import { splitLines } from '../../../text/lines.ts'
import { type FoundMod, type FoundMods, type Input, versionOf } from '../found-mods.ts'

/** Matches the prefix of SMAPI's own lines: "[SMAPI] ", "[12:34:56 INFO  SMAPI] ". */
const PREFIX = /^\[(?:[^\]]{0,40}\s)?SMAPI\]\s?/

const HEADING = /^\s*Loaded \d+ (?:mods|content packs):\s*$/

/** Matches a version: two numbers separated by a dot, and anything without white space. */
const VERSION = /^v?\d+\.\d\S*$/

/** Separates the version from the author. A name can contain it, too. */
const BY = ' by '

/** Finds the mods and content packs that SMAPI (Stardew Valley) loaded, in the order of its log. All are on. */
export function smapiMods({ text }: Input): FoundMods {
  const found: FoundMod[] = []
  let isLog = false
  let isInList = false
  for (const line of splitLines(text)) {
    const prefix = PREFIX.exec(line)?.[0]
    if (prefix === undefined) continue // a line of a mod, or the next line of a description
    const said = line.slice(prefix.length)
    if (HEADING.test(said)) {
      isLog = true
      isInList = true
    } else if (isInList) {
      const mod = entryOf(said.trim())
      if (mod !== undefined) found.push(mod)
      else isInList = said.startsWith('  ')
    }
  }
  return isLog ? found : null
}

/**
 * Reads "NAME VERSION by AUTHOR | DESCRIPTION", in which the author and the description may be missing. A mod that was
 * not loaded begins with a hyphen: "- NAME VERSION because it requires SMAPI 4.1.0".
 */
function entryOf(said: string): FoundMod | undefined {
  if (said.startsWith('- ')) return undefined
  const [head = ''] = said.split(' | ', 1)
  for (let end = head.indexOf(BY); end !== -1; end = head.indexOf(BY, end + 1)) {
    const mod = namedVersion(head.slice(0, end))
    if (mod !== undefined) return mod
  }
  return namedVersion(head)
}

function namedVersion(text: string): FoundMod | undefined {
  const space = text.trimEnd().lastIndexOf(' ')
  const version = text.slice(space + 1).trim()
  return space > 0 && VERSION.test(version)
    ? { name: text.slice(0, space), enabled: true, version: versionOf(version) }
    : undefined
}
