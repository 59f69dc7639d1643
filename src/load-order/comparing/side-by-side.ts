import { entryKey } from '../key.ts'
import type { LoadOrder, ModEntry, PluginEntry } from '../schemas.ts'
import { unmoved } from './order-changes.ts'
import { pairByKey } from './pairing.ts'

/*
 * Shows two orders next to each other.
 *
 * Problem: moved, added and removed entries shift all others, so that equal entries are far apart.
 * Approach: the entries that did not move (order-changes.ts) stand in the same line. Between two of them stand the other entries
 * of both orders. Long runs of lines that are equal in both orders are folded.
 * Guarantee: each entry of each order appears once, in its order.
 * Tests: test/load-order/comparing/side-by-side.test.ts.
 */

export interface Cell {
  /** Null if the file does not say in which order its entries load. */
  place: number | null
  name: string
  enabled: boolean | null
  /** Whether the other order has the entry at another line. */
  isElsewhere: boolean
}

/** A line with an entry of either or both orders, or a folded run of lines. */
export type Line =
  | [before: Cell | null, after: Cell | null]
  | { names: string[]; before: number | null; after: number | null }

export interface AlignedOrders {
  /** Null if neither order has the part. */
  mods: Aligned | null
  plugins: Aligned | null
}

interface Aligned {
  lines: Line[]
  omitted: number
}

/** Maximum number of entries of a part that are shown. */
const MAX_ENTRIES = 4_000
const FOLDED = 4

/** Aligns the mods and the plugins of two load orders. */
export const alignOrders = (before: LoadOrder, after: LoadOrder): AlignedOrders => ({
  mods: align(modCells(before.mods), modCells(after.mods)),
  plugins: align(pluginCells(before.plugins), pluginCells(after.plugins)),
})

const cell = ({ name, enabled }: ModEntry | PluginEntry, place: number | null): Cell => ({
  name,
  enabled,
  place,
  isElsewhere: false,
})

const modCells = (mods: readonly ModEntry[] | null): Cell[] | null =>
  mods === null ? null : mods.filter(({ kind }) => kind === 'mod').map((mod) => cell(mod, mod.priority))

const pluginCells = (plugins: readonly PluginEntry[] | null): Cell[] | null =>
  plugins === null ? null : plugins.map((plugin) => cell(plugin, plugin.index))

function align(first: Cell[] | null, second: Cell[] | null): Aligned | null {
  if (first === null && second === null) return null
  const [before, after] = [first ?? [], second ?? []]
  const places = pairByKey(before, after, entryKey, (one, other) => one.name === other.name)
  const stays = unmoved(places)
  const lines: [Cell | null, Cell | null][] = []
  let [left, right] = [0, 0]
  const pushUntil = (leftEnd: number, rightEnd: number) => {
    while (left < leftEnd || right < rightEnd) {
      lines.push([left < leftEnd ? (before[left++] ?? null) : null, right < rightEnd ? (after[right++] ?? null) : null])
    }
  }
  places.forEach((place, at) => {
    const [one, other] = [before[place], after[at]]
    if (one === undefined || other === undefined) return
    if (stays[at] !== 1) {
      one.isElsewhere = true
      other.isElsewhere = true
      return
    }
    pushUntil(place, at)
    lines.push([one, other])
    left = place + 1
    right = at + 1
  })
  pushUntil(before.length, after.length)
  const shown = lines.slice(0, MAX_ENTRIES)
  return { lines: foldRuns(shown), omitted: lines.length - shown.length }
}

const isSame = ([one, other]: [Cell | null, Cell | null]) =>
  one !== null && other !== null && !one.isElsewhere && one.enabled === other.enabled

/** Replaces runs of equal lines by their names. */
function foldRuns(lines: readonly [Cell | null, Cell | null][]): Line[] {
  const folded: Line[] = []
  let run: [Cell | null, Cell | null][] = []
  const end = () => {
    const [[one, other] = [null, null]] = run
    if (run.length < FOLDED || one === null || other === null) folded.push(...run)
    else folded.push({ names: run.map(([, cell]) => cell?.name ?? ''), before: one.place, after: other.place })
    run = []
  }
  for (const line of lines) {
    if (isSame(line)) run.push(line)
    else {
      end()
      folded.push(line)
    }
  }
  end()
  return folded
}
