import { keyOf } from '../../../load-order/key.ts'
import type { FileContent } from '../../../load-order/merging/merge.ts'
import { readLoadOrder } from '../../../load-order/reading/read.ts'
import { storedProfile } from '../../../load-order/reading/stored-profile.ts'

/**
 * Returns the name of a file that no longer has the set of a round; undefined if all have. Mod Organizer writes its files
 * anew when it ends: it changes comments and line ends, adds mods that were installed, and drops lines of what is not
 * installed. It switches and moves no mod by itself. So only mods that both have are compared. The game and Mod Organizer
 * drop plugins of mods that are off, so the files of plugins need only be there.
 */
export function changedFile(written: readonly FileContent[], current: readonly FileContent[]): string | undefined {
  for (const file of written) {
    const now = current.find(({ name }) => name.toLowerCase() === file.name.toLowerCase())
    if (now === undefined) return file.name
    if (file.name.toLowerCase() === 'modlist.txt' && differs(modsOf(file), modsOf(now))) return now.name
  }
  return undefined
}

/** Returns whether the mods are on, in their order. */
function modsOf({ name, content }: FileContent): Map<string, boolean | null> {
  const { mods } = readLoadOrder(storedProfile({ files: [content], names: [name] }))
  return new Map((mods ?? []).flatMap((mod) => (mod.kind === 'mod' ? [[keyOf(mod.name), mod.enabled] as const] : [])))
}

function differs(before: Map<string, boolean | null>, after: Map<string, boolean | null>): boolean {
  const [one, other] = [
    [...before].filter(([name]) => after.has(name)),
    [...after].filter(([name]) => before.has(name)),
  ]
  return one.some(([name, isOn], at) => other[at]?.[0] !== name || other[at]?.[1] !== isOn)
}
