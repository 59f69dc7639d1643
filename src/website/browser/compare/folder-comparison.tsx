import { profileChanges, profileDiffs, readBoth } from '../../../compare/load-orders/profile-changes.ts'
import { alignOrders } from '../../../load-order/comparing/side-by-side.ts'
import { OTHER_MODLIST, takeableParts } from '../../../load-order/merging/changed-files.ts'
import { namesById } from '../../../load-order/merging/ticks.ts'
import { mayBeLog } from '../../../load-order/reading/logs/logs.ts'
import { shortChanges } from '../../../load-order/rendering/chat.ts'
import {
  type ComparisonQuery,
  type ComparisonView,
  comparisonView,
} from '../../../load-order/rendering/comparison/view.ts'
import type { LoadOrderChanges } from '../../../load-order/schemas.ts'
import { harmless } from '../../../text/harmless.ts'
import { hidePersonal } from '../../../text/personal.ts'
import { PartRows } from '../../compare/change-table.tsx'
import { FilesTab, shownDiffs } from '../../compare/files-tab.tsx'
import { OrderTab } from '../../compare/order-tab.tsx'
import { DllsTab, SettingsTab } from '../../compare/settings-tab.tsx'
import { ChangeChips, CrashComparison, hasChanges, RowFilter, tabsOf } from '../../compare/tabs.tsx'
import { Actions } from '../../components/actions.tsx'
import { Name } from '../../components/shown-list.tsx'
import { Tabs } from '../../components/tabs.tsx'
import type { Side } from './folder.tsx'

interface FolderComparisonData {
  shown: Shown
  to: (change: Partial<FolderState>) => string
}

/** The page of a comparison with a folder: the parts of any comparison, without what needs a stored list. */
export function FolderComparison({ shown, to }: FolderComparisonData) {
  const { sides, names, changes, view, state } = shown
  const { query, isSwapped } = state
  const title = names.includes('first') ? `${sides[0].name} → ${sides[1].name}` : names.join(' → ')
  const link = location.href.replace(/#.*/, '')
  const toQuery = (change: Partial<ComparisonQuery>) => to({ query: { ...query, tab: view.tab, ...change } })
  const tabs = tabsOf(view, toQuery)
  const swapped = to({ isSwapped: !isSwapped, query: { ...query, tab: view.tab, kind: undefined, take: '' } })
  return (
    <>
      <div class="title">
        <h1 tabIndex={-1}>
          <Name of={title} />
        </h1>
        <p class="meta">
          {sides.map(({ name, address }) => (
            <span key={address}>
              {address === null ? <Name of={name} /> : <a href={address}>{name}</a>}
              {address === null && ', a folder on this computer'}
            </span>
          ))}
        </p>
        <Actions>
          <a class="button" href={swapped}>
            Swap
          </a>
          <button
            type="button"
            class="copy"
            data-text={shortChanges(changes, names, { title, link, take: query.take })}
          >
            Copy for Discord
          </button>
          <a class="button primary" href={new URL('upload', document.baseURI).pathname}>
            Share this folder
          </a>
          <a class="button" href={location.pathname}>
            Compare others
          </a>
        </Actions>
      </div>
      <CrashComparison words={view.crash} />
      <p class="sentence" role="status">
        {harmless(view.sentence)}
        {view.isOtherModlist && ` ${OTHER_MODLIST}`}
      </p>
      {sides
        .flatMap(({ skipped }) => skipped)
        .map(({ name, reason }) => (
          <p class="error" key={name}>
            {name} is skipped: {reason}.
          </p>
        ))}
      <div class="stuck">
        <ChangeChips view={view} query={query} sides={names} to={toQuery} />
      </div>
      <Tabs label="Parts" tabs={tabs} />
      <RowFilter view={view} query={query} path="" />
      <form class="takes">
        <OpenTab shown={shown} to={toQuery} />
        {hasChanges(view) && (
          <div class="foot" id="foot">
            {sides[0].stored === null ? (
              <a class="button" href={swapped}>
                Turn round to apply to {names[1]}
              </a>
            ) : (
              <>
                <b role="status">{view.ticks.count} ticked</b>
                <button type="submit" class="plain" value={to({ isTaking: true })} disabled={view.ticks.count === 0}>
                  Apply to {names[0]}
                </button>
              </>
            )}
          </div>
        )}
      </form>
    </>
  )
}

function OpenTab({
  shown,
  to,
}: Pick<FolderComparisonData, 'shown'> & { to: (change: Partial<ComparisonQuery>) => string }) {
  const { sides, names, view, state } = shown
  const { tab } = view
  if (tab === 'dlls') return <DllsTab changes={view.dlls} sides={names} />
  if (tab === 'settings') return <SettingsTab changes={view.settings} files={view.files} sides={names} />
  if (tab === 'order') return <OrderTab orders={alignOrders(...readBoth(...sides))} sides={names} />
  if (tab === 'files') return <FilesTab diffs={diffsOf(shown)} changes={view.files} sides={names} hasPatch={false} />
  return <PartRows part={tab} view={view} query={state.query} sides={names} to={to} />
}

function diffsOf({ sides }: Shown) {
  const diffs = profileDiffs(...sides)
  const texts = sides.flatMap(({ files }) => files)
  const logs = new Set(texts.filter(({ text }) => mayBeLog(text)).map(({ name }) => name.toLowerCase()))
  return shownDiffs(diffs.map(({ name, diff }) => (logs.has(name.toLowerCase()) ? hidePersonal(diff) : diff)))
}

export type Sides = readonly [first: Side, second: Side]

/** Which state of the page is shown. The browser's history keeps it. */
export interface FolderState {
  query: ComparisonQuery
  isSwapped: boolean
  isTaking: boolean
}

const WHOLE: ComparisonQuery = { tab: undefined, kind: undefined, text: '', hidesOff: false, page: 0, take: '' }
export const START: FolderState = { query: WHOLE, isSwapped: false, isTaking: false }

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
