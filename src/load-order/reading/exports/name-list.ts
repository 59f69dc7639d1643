import { splitLines } from '../../../text/lines.ts'
import { type FoundMods, type Input, sourceOf } from '../found-mods.ts'
import type { FileKind } from '../kind.ts'
import { isOfOrganizer, isPak } from '../modlist.ts'
import { ckanTextMods } from '../other-games/ckan.ts'

/** A modlist.txt of another program than Mod Organizer. */
export const otherModlist: FileKind = { names: /^modlist\.txt$/i, mods: otherModlistMods }

/**
 * Finds the mods in a modlist.txt of another program, the first of which loads first: names, with an address behind `|`, or
 * paths of files.
 */
function otherModlistMods({ text }: Input): FoundMods {
  const lines = splitLines(text)
  if (isOfOrganizer(lines) || ckanTextMods({ text }) !== null) return null
  return lines.flatMap((line) => {
    const entry = line.trim()
    return entry === '' || entry.startsWith('#') ? [] : [{ enabled: true, ...(pakOf(entry) ?? addressedMod(entry)) }]
  })
}

function pakOf(line: string) {
  if (!isPak(line)) return undefined
  const path = line.replace(/^\*/, '').split(/[\\/]/)
  const item = path.slice(0, -1).findLast((folder) => /^\d{1,20}$/.test(folder))
  const source = item === undefined ? null : `https://steamcommunity.com/sharedfiles/filedetails/?id=${item}`
  return { name: path.at(-1) ?? '', source }
}

function addressedMod(line: string) {
  const bar = line.lastIndexOf('|')
  const source = bar === -1 ? null : sourceOf(line.slice(bar + 1).trim())
  return source === null ? { name: line } : { name: line.slice(0, bar).trim(), source }
}
