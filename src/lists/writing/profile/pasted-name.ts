const PLUGIN = /^\*?[^#*].*\.es[mpl]$/i

/**
 * Returns a file name for a pasted text, depending on its lines: mods, plugins with on/off states, or plugins without.
 */
export function pastedName(text: string): 'modlist.txt' | 'plugins.txt' | 'loadorder.txt' {
  const lines = text.split(/[\r\n]+/).map((line) => line.trim())
  const entries = lines.filter((line) => line !== '' && !line.startsWith('#'))
  if (entries.length === 0 || !entries.every((line) => PLUGIN.test(line))) return 'modlist.txt'
  return entries.some((line) => line.startsWith('*')) ? 'plugins.txt' : 'loadorder.txt'
}
