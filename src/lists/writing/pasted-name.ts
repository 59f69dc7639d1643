const PLUGIN = /^\*?[^#*].*\.es[mpl]$/i

/** The name under which a pasted text is kept if none is given, by its lines: mods, or plugins with or without their states. */
export function pastedName(text: string): 'modlist.txt' | 'plugins.txt' | 'loadorder.txt' {
  const lines = text.split(/[\r\n]+/).map((line) => line.trim())
  const said = lines.filter((line) => line !== '' && !line.startsWith('#'))
  if (said.length === 0 || !said.every((line) => PLUGIN.test(line))) return 'modlist.txt'
  return said.some((line) => line.startsWith('*')) ? 'plugins.txt' : 'loadorder.txt'
}
