import { compareMods } from '../comparing/mod-changes.ts'
import { type OrderChanges, orderChanges } from '../comparing/order-changes.ts'
import { type ComparedPlugins, comparePlugins } from '../comparing/plugin-changes.ts'
import { keyOf } from '../key.ts'
import type { ProfileLoadOrder } from '../reading/read.ts'
import type { ModEntry } from '../schemas.ts'

/** The mods of two lists without separators and unmanaged entries, and their changes. */
interface ComparedMods {
  before: ModEntry[]
  after: ModEntry[]
  changes: OrderChanges<ModEntry>
}

/** Two lists that have been read and compared. Several merges can share them. */
export interface ComparedLists {
  base: ProfileLoadOrder
  other: ProfileLoadOrder
  /** Null if a list has no mods. */
  mods: ComparedMods | null
  /** Null if a list has no plugins. */
  plugins: ComparedPlugins | null
}

export const compareLists = (base: ProfileLoadOrder, other: ProfileLoadOrder): ComparedLists => ({
  base,
  other,
  mods: base.mods && other.mods && mergeableMods(base.mods, other),
  plugins: base.plugins && other.plugins && comparePlugins(base, other),
})

type ReadMods = Pick<ProfileLoadOrder, 'mods' | 'identities'>

/** Compares the mods of a modlist.txt with those of another list by their names. */
export function mergeableMods(mods: readonly ModEntry[], other: ReadMods): ComparedMods {
  const before = mods.filter(isMod)
  const all = (other.mods ?? []).filter(isMod)
  // modlist.txt can't have a name twice, unlike a file with identities, such as a collection.
  const after = other.identities.size > 0 ? firstOfNames(all) : all
  return { before, after, changes: orderChanges(before, after) }
}

/** Returns the changes between the mods of two lists as a comparison shows them: by their identities, if they have any. */
export function allModChanges({ base, other, mods }: ComparedLists): ComparedMods | null {
  if (mods === null || base.identities.size + other.identities.size === 0) return mods
  const [before, after] = [(base.mods ?? []).filter(isMod), (other.mods ?? []).filter(isMod)]
  return { before, after, changes: compareMods({ ...base, mods: before }, { ...other, mods: after }) }
}

const isMod = ({ kind }: ModEntry) => kind === 'mod'

const firstOfNames = (mods: readonly ModEntry[]) =>
  [...new Map(mods.toReversed().map((mod) => [keyOf(mod.name), mod])).values()].toReversed()

/** The kinds of changes that can be applied. */
export const CHANGE_KINDS = ['added', 'removed', 'enabled', 'disabled', 'moved'] as const
export type ChangeKind = (typeof CHANGE_KINDS)[number]

/** Which changes of a part to apply: for each kind true for all, or the names. */
export type TakenKinds = { [Kind in ChangeKind]?: boolean | string[] | undefined }

/** What to apply of the changes from one list to another. Its schema is that of a route: scripts of pages can't load zod. */
export interface Take {
  mods?: TakenKinds | undefined
  plugins?: TakenKinds | undefined
}
