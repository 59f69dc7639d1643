import { splitLines } from '../../../text/lines.ts'
import type { Input } from '../found-mods.ts'
import type { FoundPlugin } from '../plugins.ts'

/** Finds the plugins of openmw.cfg: content in its order, then groundcover. All are on. */
export function openmwPlugins({ text }: Input): FoundPlugin[] | undefined {
  const settings = splitLines(text).map((line) => {
    const equals = Math.max(line.indexOf('='), 0)
    return { key: line.slice(0, equals).trim(), name: line.slice(equals + 1) }
  })
  const named = (setting: string) => settings.filter(({ key }) => key === setting)
  const found = [...named('content'), ...named('groundcover')].map(({ name }) => ({ name, enabled: true }))
  return found.length === 0 ? undefined : found
}
