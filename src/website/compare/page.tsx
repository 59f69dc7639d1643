import type { ShownComparison } from '../../compare/load-orders/comparison-service.ts'
import type { ListSummary } from '../../lists/schemas.ts'
import type { AlignedOrders } from '../../load-order/comparing/side-by-side.ts'
import { OTHER_MODLIST } from '../../load-order/merging/changed-files.ts'
import type { ChangeRow } from '../../load-order/rendering/comparison/rows.ts'
import type { ComparisonQuery } from '../../load-order/rendering/comparison/view.ts'
import { harmless } from '../../text/harmless.ts'
import { Page } from '../parts/document.tsx'
import { comparePath, rowModPath, type Site } from '../parts/site.ts'
import { Tabs, Unknown } from '../parts/tabs.tsx'
import { ChangeChips } from './chips.tsx'
import { CrashComparison } from './crash.tsx'
import { DllsTab } from './dlls-tab.tsx'
import { FilesTab } from './files-tab.tsx'
import { RowFilter } from './filter.tsx'
import { CompareActions, CompareHead } from './head.tsx'
import { OrderTab } from './order-tab.tsx'
import { PartRows } from './part-rows.tsx'
import { type CompareQuery, searchOf, valuesOf } from './query.ts'
import { SettingsTab } from './settings-tab.tsx'
import type { ShownDiff } from './shown-diff.ts'
import { hasChanges, tabsOf } from './tabs.ts'
import { TakeOverFoot, TickNotes } from './take-over.tsx'

/** Two lists and their differences. */
interface ComparePageData {
  site: Site
  /** The slugs in the address, with `@n` for a revision. */
  slugs: readonly [first: string, second: string]
  lists: readonly [first: ListSummary, second: ListSummary]
  /** Two different short names for the lists. */
  sides: readonly [first: string, second: string]
  title: { name: string; sides: string }
  query: CompareQuery
  view: ShownComparison
  /** The diffs, if the tab of the files is open. */
  diffs: readonly ShownDiff[]
  /** Both orders, if their tab is open. */
  orders: AlignedOrders | null
}

export function ComparePage({ site, slugs, lists, sides, title, query, view, diffs, orders }: ComparePageData) {
  const path = comparePath(site, ...slugs)
  const state = { ...query, tab: view.tab, take: view.ticks.text }
  const to = (change: Partial<ComparisonQuery>) => path + searchOf(state, change)
  const tabs = tabsOf(view, to)
  // Lists of two games differ in everything, which is shown when asked for.
  const isShown = lists[0].game.id === lists[1].game.id || query.tab !== undefined || query.take !== ''
  const chips = ChangeChips({ view, query, sides, to })
  const name = title.name === '' ? title.sides : `${title.name} ${title.sides}`
  return (
    <Page
      site={site}
      title={name}
      description={harmless(view.sentence)}
      path={comparePath({ ...site, base: '' }, ...slugs)}
      isUnlisted
    >
      <CompareHead site={site} slugs={slugs} lists={lists} sides={sides} title={title} />
      <CrashComparison words={view.crash} />
      <p class={isShown && chips !== null ? 'unseen' : 'sentence'}>
        {harmless(view.sentence)} {slugs[0] === slugs[1] && 'Both sides are the same list.'}
      </p>
      {isShown && (
        <>
          {view.isOtherModlist && <p class="sentence">{OTHER_MODLIST}</p>}
          <div class="stuck">{chips}</div>
          <div class="title">
            <Tabs label="Parts" tabs={tabs} />
            <CompareActions site={site} slugs={slugs} lists={lists} sides={sides} take={view.ticks.text} />
          </div>
          <Unknown what={query.unknown} />
          <TickNotes ticks={view.ticks} gone={view.gone} done={view.done} />
          <RowFilter view={view} query={query} path={path} />
          <form class="takes" action={`${path}/take-over`} data-state={view.ticks.state} data-tab={view.tab}>
            <OpenTab {...{ site, lists, view, sides, query, diffs, orders, to }} />
            {(hasChanges(tabs) || view.ticks.text !== '') && (
              <TakeOverFoot
                site={site}
                slugs={slugs}
                sides={sides}
                ticks={view.ticks}
                state={valuesOf({ ...state, take: '' })}
              />
            )}
          </form>
        </>
      )}
    </Page>
  )
}

type OpenTabData = Pick<ComparePageData, 'site' | 'lists' | 'view' | 'sides' | 'query' | 'diffs' | 'orders'> & {
  to: (change: Partial<ComparisonQuery>) => string
}

/** The content of the open tab. */
function OpenTab({ site, lists, view, sides, query, diffs, orders, to }: OpenTabData) {
  const { tab } = view
  if (tab === 'dlls') return <DllsTab changes={view.dlls} sides={sides} />
  if (tab === 'settings') return <SettingsTab changes={view.settings} files={view.files} sides={sides} />
  if (tab === 'files') return <FilesTab diffs={diffs} changes={view.files} sides={sides} />
  if (tab === 'order') return orders && <OrderTab orders={orders} sides={sides} />
  const head = view[tab]
  if (head === null) return <p class="empty">Neither list has {tab}.</p>
  if ('only_in' in head) {
    return (
      <p class="empty">
        Only {sides[head.only_in === 1 ? 0 : 1]} has {tab}.
      </p>
    )
  }
  /** Returns the path of the page of a row that a public list has. */
  const pathOf = ({ name, kinds }: ChangeRow) => {
    const [first, second] = lists
    const holders = kinds.includes('removed') ? [first] : kinds.includes('added') ? [second] : [first, second]
    const holder = holders.find((list) => !list.private)
    return holder && rowModPath(site, holder.game.id, name, tab)
  }
  return <PartRows part={tab} head={head} view={view} query={query} sides={sides} to={to} pathOf={pathOf} />
}
