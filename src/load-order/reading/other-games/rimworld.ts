import type { FoundMods } from '../found-mods.ts'
import type { FileKind } from '../kind.ts'
import { visitXml } from '../xml.ts'

/** The active mods of the game, by their package ids. The first one loads first. */
export const rimworld: FileKind = {
  names: /\.xml$/i,
  folder: /^modsconfig\.xml$/i,
  pasted: { name: 'ModsConfig.xml', sign: 'XML' },
  mods: ({ text }) => idsIn(text, ['ModsConfigData/activeMods/li']),
}

/** A list that the game (`.rml`) or a mod manager for it has saved. */
export const rimworldList: FileKind = {
  names: /\.(rml|xml)$/i,
  folder: /\.rml$/i,
  isCommonName: true,
  pasted: { name: 'saved.rml', sign: 'XML' },
  mods: ({ text }) => idsIn(text, ['savedModList/modList/ids/li', 'savedModList/meta/modIds/li', 'ModList/modIds/li']),
}

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
