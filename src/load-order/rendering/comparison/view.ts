import type { Takeable } from '../../merging/changed-files.ts'
import type { Take } from '../../merging/compared-lists.ts'
import { readTicks, type TakenPart, takeOf, tickableOf, writeTicks } from '../../merging/ticks.ts'
import type { DllChanges, LoadOrderChanges, ModChanges, OnlyIn, PluginChanges, SettingChanges } from '../../schemas.ts'
import { pairWords } from '../crash.ts'
import { cutter } from '../excerpt.ts'
import { isChanges, type ListNames, pageSentence } from '../sentence.ts'
import { changeRows, countDlls, cutChanges, idsOf, isHead, type PartHead, partHead, pluginsOfMods } from './rows.ts'
import { ID, idsCovered, type RowQuery, type ShownRows, shownRows } from './shown-rows.ts'
import { hasOthers, type Others, othersOf, type TickedRows, tickedRows } from './ticked-rows.ts'

export const COMPARISON_TABS = ['mods', 'plugins', 'dlls', 'settings', 'order', 'files'] as const
export type ComparisonTab = (typeof COMPARISON_TABS)[number]

/** Which state of a comparison is shown. */
export interface ComparisonQuery extends RowQuery {
  /** Undefined for the first tab with changes. */
  tab: ComparisonTab | undefined
  /** Ticked changes (merging/ticks.ts). */
  take: string
  /** Whether the plugins of ticked mods are ticked too. */
  addsPlugins?: boolean
  /** Whether only the ticked changes are shown. */
  isFix?: boolean
}

/** What a page shows of a comparison. Only the open tab has its rows; numbers are of everything. */
export interface ComparisonView extends ShownRows {
  sentence: string
  /** Whether the first list's modlist.txt is another program's, so that no mods can be taken over into it. */
  isOtherModlist: boolean
  tab: ComparisonTab
  mods: PartHead | OnlyIn | null
  plugins: PartHead | OnlyIn | null
  others: Others | null
  /** What both logs have in common, in words; null unless both lists have a log. */
  crash: string[] | null
  /** The changes are those of the open tab, if it is that of the DLLs; counts are always there. */
  dlls: DllChanges | OnlyIn | null
  settings: SettingChanges[]
  settingsCount: number
  files: LoadOrderChanges['files']
  ticks: ShownTicks
  /** The ticked changes, if only they are shown; else null. */
  ticked: TickedRows | null
}

interface ShownTicks {
  /** Identifies both lists as they are. */
  state: string
  /** The text of all ticks, for links. */
  text: string
  /** The text of the ticks that no box of the page stands for. */
  carried: string
  count: number
  /** Ids of the ticks of the address that are not among the changes. */
  missing: string[]
  /** The state of both lists for which the ticks were made; null if the address has none. */
  madeFor: string | null
  /** Whether the lists have changed since the ticks were made. */
  isOld: boolean
  isWrong: boolean
  take: Take
}

/** Limits of a page, for all settings or DLLs together. Counts are complete. */
const MAX_ENTRIES = 4_000
const MAX_CHARACTERS = 2 ** 20
const MAX_TICKED = 1_000

/**
 * Returns what a page shows of changes. `state` identifies both lists as they are, and `canTake` says which parts can be
 * taken over.
 */
export function comparisonView(
  changes: LoadOrderChanges,
  sides: ListNames,
  query: ComparisonQuery,
  { state, canTake }: { state: string; canTake: Takeable },
): ComparisonView {
  const { mods, plugins, dlls, settings, files } = changes
  const parts = { mods: isChanges(mods) ? mods : null, plugins: isChanges(plugins) ? plugins : null }
  const all = {
    mods: parts.mods === null ? [] : changeRows(parts.mods),
    plugins: parts.plugins === null ? [] : changeRows(parts.plugins),
  }
  const headOf = (part: TakenPart, found: ModChanges | PluginChanges | OnlyIn | null) =>
    isChanges(found) ? partHead(found, all[part]) : found
  const heads = { mods: headOf('mods', mods), plugins: headOf('plugins', plugins) }
  const settingsCount = settings.reduce((sum, { counts }) => sum + counts.added + counts.removed + counts.changed, 0)
  const tab = query.tab ?? firstTab({ ...heads, dlls }, parts.mods, settingsCount, files.length)

  // Without ticks, the ids of all changes are not needed.
  const hasTicks = query.take !== ''
  const tickableOfPart = (part: TakenPart) => (hasTicks && canTake[part] ? parts[part] : null)
  const tickable = tickableOf(tickableOfPart('mods'), tickableOfPart('plugins'))
  const ticks = readTicks(query.take, tickable)
  const pluginsOf = pluginsOfMods(all.mods.length > 0 && canTake.mods && canTake.plugins ? all.plugins : [])
  if (query.addsPlugins) {
    const ticked = all.mods.filter((row) => idsOf('mods', row).some((id) => ticks.ids.has(id)))
    for (const plugin of ticked.flatMap(pluginsOf)) for (const id of idsOf('plugins', plugin)) ticks.ids.add(id)
  }
  const areTicked = (ids: readonly string[]) => ids.length > 0 && ids.every((id) => ticks.ids.has(id))
  const ticked = tickedRows(all, ticks.ids)

  const part = tab === 'mods' || tab === 'plugins' ? tab : null
  const shown = shownRows(
    { part, rows: part === null ? [] : all[part], changes: part === null ? null : parts[part] },
    query,
    part !== null && canTake[part]
      ? {
          tickable: tickable[part],
          isTicked: areTicked,
          alsoOf: (row) => (part === 'mods' ? pluginsOf(row).flatMap((plugin) => idsOf('plugins', plugin)) : []),
        }
      : null,
  )
  const covered = query.isFix
    ? new Set(ticked.rows.slice(0, MAX_TICKED).flatMap(({ ids }) => ids.match(ID) ?? []))
    : idsCovered(shown, part === null ? null : tickable[part])
  const carried = new Set([...ticks.ids].filter((id) => !covered.has(id)))
  const fit = cutter(MAX_ENTRIES, MAX_CHARACTERS)
  return {
    sentence: pageSentence(changes, sides),
    isOtherModlist: canTake.isOtherModlist,
    tab,
    ...heads,
    ...shown,
    others: tab === 'mods' && parts.mods !== null ? othersOf(parts.mods) : null,
    crash: changes.log && pairWords(changes),
    dlls: isChanges(dlls) ? cutChanges(dlls, tab === 'dlls' ? fit : () => []) : dlls,
    settings: tab === 'settings' ? settings.map((one) => cutChanges(one, fit)) : [],
    settingsCount,
    files,
    ticks: {
      state,
      text: ticks.ids.size === 0 ? '' : `${writeTicks(ticks.ids, tickable)}.~${state}`,
      carried: carried.size === 0 ? '' : writeTicks(carried, tickable),
      count: ticked.rows.length,
      missing: [...ticks.missing],
      madeFor: ticks.state ?? null,
      isOld: ticks.state !== undefined && ticks.state !== state,
      isWrong:
        ticks.isWrong || (query.take !== '' && ticks.ids.size + ticks.missing.size === 0 && !isState(query.take)),
      take: takeOf(ticks.ids, tickable),
    },
    ticked: query.isFix ? { ...ticked, rows: ticked.rows.slice(0, MAX_TICKED) } : null,
  }
}

const isState = (take: string) => take.startsWith('~') && !take.includes('.')

function firstTab(
  { mods: modHead, plugins, dlls }: Pick<ComparisonView, 'mods' | 'plugins' | 'dlls'>,
  mods: ModChanges | null,
  settings: number,
  files: number,
): ComparisonTab {
  const hasRows = (head: PartHead | OnlyIn | null) => isHead(head) && head.rows > 0
  if (hasRows(modHead)) return 'mods'
  if (hasRows(plugins)) return 'plugins'
  if (countDlls(dlls) > 0) return 'dlls'
  if (settings > 0) return 'settings'
  if (mods !== null && hasOthers(othersOf(mods))) return 'mods'
  if (modHead === null && plugins !== null && !isHead(plugins)) return 'plugins'
  return files > 0 && modHead === null ? 'files' : 'mods'
}
