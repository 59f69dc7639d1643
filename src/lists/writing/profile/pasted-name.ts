const PLUGIN = /^\*?[^#*].*\.es[mpl]$/i

/** Names of files, each with a sign of its text. The first sign that matches counts. */
const SIGNS: readonly [name: string, sign: RegExp][] = [
  ['mods.csv', /^(?:[^\r\n]*,)?"?#Mod_Name"?(?:[,\r\n]|$)/],
  ['modpack.ckan', /^\{.*"kind"\s*:\s*"metapackage"/s],
  ['collection.json', /^\{.*\}$/s],
  ['LauncherData.xml', /^<(?:\?xml|UserData)\b/],
  ['SMAPI-latest.txt', /^\[(?:[^\]\r\n]{0,40}\s)?SMAPI\]/m],
  ['openmw.cfg', /^[ \t]*content[ \t]*=/m],
  ['Morrowind.ini', /^\[Game Files\]/im],
  ['mods.settings', /^\[mod[^\]\r\n]*\][ \t]*[\r\n]+(?:enabled|priority)[ \t]*=/im],
]

const SECTION = /^\[[^\]]+\]$/

/**
 * Returns a file name for a pasted text, depending on its lines: a file of a mod manager or game, settings, mods,
 * plugins with on/off states, or plugins without.
 */
export function pastedName(text: string): string {
  const trimmed = text.trim()
  const known = SIGNS.find(([, sign]) => sign.test(trimmed))
  if (known !== undefined) return known[0]
  const lines = trimmed.split(/[\r\n]+/).map((line) => line.trim())
  const entries = lines.filter((line) => line !== '' && !/^[#;]/.test(line))
  if (SECTION.test(entries[0] ?? '') && entries.some((line) => line.includes('='))) return 'settings.ini'
  if (entries.length === 0 || !entries.every((line) => PLUGIN.test(line))) return 'modlist.txt'
  return entries.some((line) => line.startsWith('*')) ? 'plugins.txt' : 'loadorder.txt'
}
