import { profileChanges } from '../../../compare/load-orders/profile-changes.ts'
import { takeableParts } from '../../../load-order/merging/changed-files.ts'
import { namesById } from '../../../load-order/merging/ticks.ts'
import {
  type ComparisonQuery,
  type ComparisonView,
  comparisonView,
} from '../../../load-order/rendering/comparison/view.ts'
import type { LoadOrderChanges } from '../../../load-order/schemas.ts'
import type { Side } from './folder.tsx'

export type Sides = readonly [first: Side, second: Side]

/** Which state of the page is shown. The browser's history keeps it, so that Back leads to the state before. */
export interface FolderState {
  query: ComparisonQuery
  isSwapped: boolean
  /** Whether the ticked changes are taken over. */
  isTaking: boolean
}

const WHOLE: ComparisonQuery = { tab: undefined, kind: undefined, text: '', hidesOff: false, page: 0, take: '' }
export const START: FolderState = { query: WHOLE, isSwapped: false, isTaking: false }

/** A state of the page, and what it shows. */
export interface Shown {
  state: FolderState
  sides: Sides
  names: readonly [first: string, second: string]
  changes: LoadOrderChanges
  view: ComparisonView
}

/** Returns a function that finds what a state shows. Both directions are compared only once. */
export function folderComparison(sides: Sides) {
  const known = new Map<boolean, LoadOrderChanges>()
  return (state: FolderState): Shown => {
    const order: Sides = state.isSwapped ? [sides[1], sides[0]] : sides
    const changes = known.get(state.isSwapped) ?? profileChanges(...order)
    known.set(state.isSwapped, changes)
    const [first, second] = [order[0].name, order[1].name]
    const names = first === second ? (['first', 'second'] as const) : ([first, second] as const)
    return {
      state,
      sides: order,
      names,
      changes,
      view: viewOf({ sides: order, names, changes }, { ...state.query, isFix: state.isTaking }),
    }
  }
}

const NOTHING = { mods: false, plugins: false, isOtherModlist: false }

function viewOf(
  { sides: [first], names, changes }: Pick<Shown, 'sides' | 'names' | 'changes'>,
  query: ComparisonQuery,
) {
  const canTake = first.stored === null ? NOTHING : takeableParts(first.stored)
  return comparisonView(changes, names, query, { state: '', canTake })
}

/** Returns the text of the ticks after a box was ticked or unticked. A box stands for several changes. */
export function tickedAfter(shown: Shown, box: { value: string; checked: boolean }): string {
  const idsOf = (take: string) => namesById(viewOf(shown, { ...shown.state.query, take }).ticks.take).keys()
  const ids = new Set(idsOf(shown.state.query.take))
  for (const id of idsOf(box.value)) {
    if (box.checked) ids.add(id)
    else ids.delete(id)
  }
  return [...ids].join('')
}
