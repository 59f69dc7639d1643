import type { Input } from '../found-mods.ts'
import { NO_PLUGINS, type ReadPlugins, readFoundPlugins } from '../plugins.ts'

/** Reads the plugins of openmw.cfg: content in its order, then groundcover. All are on. */
export function readOpenmwCfg({ file, lines, names }: Input): ReadPlugins {
  const of = (setting: string) =>
    lines.flatMap((line) => {
      const equals = line.indexOf('=')
      return line.slice(0, Math.max(equals, 0)).trim() === setting
        ? [{ name: line.slice(equals + 1), enabled: true }]
        : []
    })
  const found = [...of('content'), ...of('groundcover')]
  return found.length === 0 ? NO_PLUGINS : readFoundPlugins(file, found, names.plugin)
}
