import type { FoundMods, Input } from '../found-mods.ts'
import { visitXml } from '../xml.ts'

/** Finds the active mods in ModsConfig.xml of RimWorld, by their package ids. The first one loads first. */
export const rimworldMods = ({ text }: Input): FoundMods => idsIn(text, ['ModsConfigData/activeMods/li'])

/** Finds the mods of a list that RimWorld (`.rml`) or a mod manager for it has saved. */
export const rimworldListMods = ({ text }: Input): FoundMods =>
  idsIn(text, ['savedModList/modList/ids/li', 'savedModList/meta/modIds/li', 'ModList/modIds/li'])

/** Returns the mods at the first path that has any. The path has the name of the root. */
function idsIn(text: string, paths: readonly string[]): FoundMods {
  const ids = new Map(paths.map((path): [string, string[]] => [path, []]))
  const roots = paths.map((path) => path.slice(0, path.indexOf('/')))
  const root = visitXml(text, roots, {
    open: (path) => idsAt(path)?.push(''),
    text(path, part) {
      const found = idsAt(path)
      if (found !== undefined) found.push((found.pop() ?? '') + part)
    },
  })
  function idsAt(path: readonly string[]) {
    return path.at(-1) === 'li' && path.length <= 4 ? ids.get(path.join('/')) : undefined
  }
  if (root === undefined) return undefined
  if (root === null) return null
  const found = [...ids.values()].find(({ length }) => length > 0) ?? []
  // The game adds `_steam` to the id of a mod of the workshop if the same mod is also in the game's folder.
  return found.map((id) => ({ name: id.trim().replace(/_steam$/i, ''), enabled: true }))
}
