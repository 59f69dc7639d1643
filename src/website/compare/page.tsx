import type { ShownComparison } from '../../compare/load-orders/comparison-service.ts'
import type { ListSummary } from '../../lists/schemas.ts'
import type { AlignedOrders } from '../../load-order/comparing/side-by-side.ts'
import { OTHER_MODLIST } from '../../load-order/merging/changed-files.ts'
import type { ChangeRow } from '../../load-order/rendering/comparison/rows.ts'
import type { ComparisonQuery } from '../../load-order/rendering/comparison/view.ts'
import { harmless } from '../../text/harmless.ts'
import { Actions, CopyLink, Menu } from '../components/actions.tsx'
import { Page } from '../components/document.tsx'
import { ButtonLink } from '../components/link.tsx'
import { Name } from '../components/shown-list.tsx'
import { apiPath, comparePath, listPath, reportPath, rowModPath, type Site } from '../components/site.ts'
import { Tabs, Unknown } from '../components/tabs.tsx'
import { Day } from '../components/time.tsx'
import { PartRows } from './change-table.tsx'
import type { ShownDiff } from './files-tab.tsx'
import { FilesTab } from './files-tab.tsx'
import { OrderTab } from './order-tab.tsx'
import { type CompareQuery, searchOf, valuesOf } from './query.ts'
import { DllsTab, SettingsTab } from './settings-tab.tsx'
import { ChangeChips, CrashComparison, hasChanges, RowFilter, tabsOf } from './tabs.tsx'
import { TakeOverFoot, TickNotes } from './take-over.tsx'

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
            {(hasChanges(view) || view.ticks.text !== '') && (
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
  /** Returns the path of the page of a row that a public list has. */
  const pathOf = ({ name, kinds }: ChangeRow) => {
    const [first, second] = lists
    const holders = kinds.includes('removed') ? [first] : kinds.includes('added') ? [second] : [first, second]
    const holder = holders.find((list) => !list.private)
    return holder && rowModPath(site, holder.game.id, name, tab)
  }
  return <PartRows part={tab} view={view} query={query} sides={sides} to={to} pathOf={pathOf} />
}

type CompareHeadData = Pick<ComparePageData, 'site' | 'slugs' | 'lists' | 'sides' | 'title'>

/** The line above a comparison: both lists. */
function CompareHead({ site, slugs: [first, second], lists, sides, title }: CompareHeadData) {
  const [one, other] = lists
  const isSameGame = one.game.id === other.game.id
  return (
    <>
      <div class="title">
        <h1>
          {title.name !== '' && <Name of={`${title.name} `} />}
          <bdi class={title.name === '' ? undefined : 'quiet'}>{title.sides}</bdi>
        </h1>
        <p class="meta">
          {isSameGame && <span class="wide">{one.game.name}</span>}
          <span>
            <a href={listPath(site, first)}>{sides[0]}</a> of <Day at={one.updated} />
          </span>
          <span>
            <a href={listPath(site, second)}>{sides[1]}</a> of <Day at={other.updated} />
          </span>
        </p>
      </div>
      {!isSameGame && (
        <p class="notes">
          These lists are for different games: {one.game.name} and {other.game.name}.{' '}
          <a href={`${comparePath(site, first, second)}?tab=mods`}>Compare them anyway</a>
        </p>
      )}
    </>
  )
}

type CompareActionsData = Omit<CompareHeadData, 'title'> & {
  take: string
}

/** What can be done with the changes of a comparison. */
function CompareActions({ site, slugs: [first, second], lists: [one, other], sides, take }: CompareActionsData) {
  const api = apiPath(site, `/compare/${first}/${second}`)
  return (
    <Actions>
      <ButtonLink to={comparePath(site, second, first)} text="Swap" />
      <CopyLink />
      <a
        class="button primary copied"
        href={`${api}/changes.md?${new URLSearchParams({ short: '1', ...(take && { take }) })}`}
      >
        Copy <span class="wide">for Discord</span>
      </a>
      <Menu name="More…">
        <a href={`${api}.patch`}>Download patch</a>
        <a href={`${api}/changes.md`}>All changes as Markdown</a>
        <a href={reportPath(site, one.slug)}>Report {sides[0]}</a>
        <a href={reportPath(site, other.slug)}>Report {sides[1]}</a>
      </Menu>
    </Actions>
  )
}
