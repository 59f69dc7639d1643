import type { DllChanges, OnlyIn, SettingChanges } from '../../schemas.ts'
import { isChanges } from '../sentence.ts'

/** Returns the number of DLLs that differ. */
export const countDlls = (dlls: DllChanges | OnlyIn | null): number =>
  isChanges(dlls) ? dlls.counts.added + dlls.counts.removed + dlls.counts.updated : 0

type Cut = <Entry>(entries: readonly Entry[], textOf: (entry: Entry) => string) => readonly Entry[]

/** Returns changes whose arrays are cut, in their order. Counts stay. */
export function cutChanges<Changes extends SettingChanges | DllChanges>(changes: Changes, cut: Cut): Changes {
  const entries = Object.entries(changes).map(([key, value]) => [
    key,
    Array.isArray(value) ? [...cut(value, JSON.stringify)] : value,
  ])
  return Object.fromEntries(entries) as Changes
}
