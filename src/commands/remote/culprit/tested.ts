import type { CulpritState } from '../../../compare/culprit/schemas.ts'
import { keyOf } from '../../../load-order/key.ts'
import type { FileContent } from '../../../load-order/merging/merge.ts'
import { type ProfileLoadOrder, readLoadOrder } from '../../../load-order/reading/read.ts'
import { storedProfile } from '../../../load-order/reading/stored-profile.ts'

/** What a profile has instead of the set of a round. */
interface Difference {
  /** The file, as the round names it. */
  file: string
  /** What differs, as the end of a sentence. */
  text: string
  /** Whether the profile only lacks a mod or plugin, as if it is not installed. */
  isLacking: boolean
}

/**
 * Returns how a profile differs from the set of a round; undefined if it does not. Mod Organizer writes its files anew when
 * it ends: it changes comments and line ends, adds mods that were installed as off, and drops lines of what is not
 * installed. It switches and moves no mod by itself. So the mods that are on are compared, in their order. The game and
 * Mod Organizer sort plugins, and drop those of mods that are off. So plugins are compared only while they are tested,
 * without their order and only those that are units.
 */
export function differenceFrom(
  { part, units }: Pick<CulpritState, 'part' | 'units'>,
  written: readonly FileContent[],
  current: readonly FileContent[],
): Difference | undefined {
  const now = written.flatMap(({ name }) => current.find((file) => isSameName(file.name, name)) ?? [])
  const gone = written.find(({ name }) => !now.some((file) => isSameName(file.name, name)))
  if (gone !== undefined) return { file: gone.name, text: 'it is gone', isLacking: false }
  const [before, after] = [orderOf(written), orderOf(now)]
  const mods = differenceOf(modsOn(before), modsOn(after), 'modlist.txt')
  if (mods !== undefined || part === 'mods') return mods
  const tested = new Set(units.flatMap(({ name, from }) => [keyOf(name), ...(from === null ? [] : [keyOf(from)])]))
  const pluginsOn = ({ plugins }: ProfileLoadOrder) =>
    namesOn((plugins ?? []).filter(({ name }) => tested.has(keyOf(name)))).toSorted()
  const isPlugins = ({ name }: FileContent) => name.toLowerCase() !== 'modlist.txt'
  return differenceOf(pluginsOn(before), pluginsOn(after), written.find(isPlugins)?.name ?? '')
}

/** Compares the names of what is on, in their order. */
function differenceOf(before: readonly string[], after: readonly string[], file: string): Difference | undefined {
  const [keys, others] = [before.map(keyOf), after.map(keyOf)]
  const [inBefore, inAfter] = [new Set(keys), new Set(others)]
  const lacking = before.find((_, at) => !inAfter.has(keys[at] as string))
  if (lacking !== undefined) return { file, text: `${lacking} is not on in it`, isLacking: true }
  const extra = after.find((_, at) => !inBefore.has(others[at] as string))
  if (extra !== undefined) return { file, text: `${extra} is on in it`, isLacking: false }
  const moved = before.find((_, at) => keys[at] !== others[at])
  return moved === undefined ? undefined : { file, text: `${moved} has another place in it`, isLacking: false }
}

const orderOf = (files: readonly FileContent[]): ProfileLoadOrder =>
  readLoadOrder(storedProfile({ files: files.map(({ content }) => content), names: files.map(({ name }) => name) }))

const modsOn = ({ mods }: ProfileLoadOrder) => namesOn((mods ?? []).filter(({ kind }) => kind === 'mod'))

const namesOn = (entries: readonly { name: string; enabled: boolean | null }[]) =>
  entries.flatMap(({ name, enabled }) => (enabled === false ? [] : [name]))

const isSameName = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
