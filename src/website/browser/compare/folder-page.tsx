import { render } from 'preact'
import { profileChanges } from '../../../compare/load-orders/profile-changes.ts'
import { shortChanges } from '../../../load-order/rendering/chat.ts'
import {
  type ComparisonQuery,
  type ComparisonView,
  comparisonView,
} from '../../../load-order/rendering/comparison/view.ts'
import type { LoadOrderChanges } from '../../../load-order/schemas.ts'
import { harmless } from '../../../text/harmless.ts'
import { ChangeTable } from '../../compare/change-table.tsx'
import { ChangeChips } from '../../compare/chips.tsx'
import { CrashComparison } from '../../compare/crash.tsx'
import { DllsTab } from '../../compare/dlls-tab.tsx'
import { FilesTab } from '../../compare/files-tab.tsx'
import { OtherChanges } from '../../compare/other-changes.tsx'
import { SettingsTab } from '../../compare/settings-tab.tsx'
import { tabsOf } from '../../compare/tabs.ts'
import { Actions } from '../../parts/actions.tsx'
import { Name } from '../../parts/shown-list.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import type { Side } from './folder.tsx'

type Sides = readonly [first: Side, second: Side]

const WHOLE: ComparisonQuery = { tab: undefined, kind: undefined, text: '', hidesOff: false, isFull: false, take: '' }

/** Shows the comparison of two sides in the place of the form, and follows the reader through its tabs and chips. */
export function showComparison(place: HTMLElement, sides: Sides): void {
  for (const part of document.querySelectorAll<HTMLElement>('main > :not(#folder-changes)')) part.hidden = true
  let order = sides
  let query = WHOLE
  const show = () => {
    const names = [order[0].name, order[1].name] as const
    const changes = profileChanges(...order)
    const canTake = { mods: false, plugins: false }
    const view = comparisonView(changes, names, query, { state: '', canTake })
    const states: Partial<ComparisonQuery>[] = []
    const to = (change: Partial<ComparisonQuery>) => `#${states.push(change) - 1}`
    const swap = () => {
      order = [order[1], order[0]]
      show()
    }
    render(<FolderComparison {...{ sides: order, names, changes, view, query, to, swap }} />, place)
    place.onclick = (event) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      const change = states[Number(link?.getAttribute('href')?.slice(1) || 'none')]
      if (link === null || change === undefined) return
      event.preventDefault()
      query = { ...query, ...change }
      show()
    }
  }
  show()
  place.querySelector<HTMLElement>('h1')?.focus()
}

interface FolderComparisonData {
  sides: Sides
  names: readonly [first: string, second: string]
  changes: LoadOrderChanges
  view: ComparisonView
  query: ComparisonQuery
  to: (change: Partial<ComparisonQuery>) => string
  swap: () => void
}

/** The page of a comparison with a folder: the parts of any comparison, without what needs a stored list. */
function FolderComparison({ sides, names, changes, view, query, to, swap }: FolderComparisonData) {
  const title = `${names[0]} → ${names[1]}`
  const link = location.href.replace(/#.*/, '')
  return (
    <>
      <div class="title">
        <h1 tabIndex={-1}>
          <Name of={title} />
        </h1>
        <Actions>
          <button type="button" onClick={swap}>
            Swap
          </button>
          <button type="button" class="copy" data-text={shortChanges(changes, names, { title, link })}>
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
      </p>
      {sides
        .flatMap(({ skipped }) => skipped)
        .map(({ name, reason }) => (
          <p class="error" key={name}>
            {name} is skipped: {reason}.
          </p>
        ))}
      <div class="stuck">
        <ChangeChips view={view} query={query} sides={names} to={to} />
      </div>
      <Tabs label="Parts" tabs={tabsOf(view, to).filter(({ name }) => name !== 'Order')} />
      <OpenTab view={view} names={names} fullAddress={to({ isFull: true })} />
    </>
  )
}

/** The content of the open tab. */
function OpenTab({ view, names, fullAddress }: Pick<FolderComparisonData, 'view' | 'names'> & { fullAddress: string }) {
  const { tab } = view
  if (tab === 'dlls') return <DllsTab changes={view.dlls} sides={names} />
  if (tab === 'settings') return <SettingsTab changes={view.settings} sides={names} />
  if (tab === 'files' || tab === 'order') return <FilesTab diffs={[]} changes={view.files} sides={names} />
  const head = view[tab]
  if (head === null) return <p class="empty">Neither side has {tab}.</p>
  if ('only_in' in head)
    return (
      <p class="empty">
        Only {names[head.only_in === 1 ? 0 : 1]} has {tab}.
      </p>
    )
  if (view.rows.length === 0) return <p class="empty">No {tab} differ.</p>
  return (
    <>
      <ChangeTable part={tab} view={view} sides={names} all="" fullAddress={fullAddress} />
      {view.others !== null && <OtherChanges others={view.others} sides={names} />}
    </>
  )
}
