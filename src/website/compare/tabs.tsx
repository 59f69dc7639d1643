import { countDlls, isHead, ROW_KINDS, type RowKind } from '../../load-order/rendering/comparison/rows.ts'
import type { ComparisonQuery, ComparisonTab, ComparisonView } from '../../load-order/rendering/comparison/view.ts'
import { counted } from '../../text/amounts.ts'
import { type Chip, Chips } from '../components/chip.tsx'
import { FilterForm } from '../components/filter-form.tsx'
import type { Tab } from '../components/tabs.tsx'
import { kindWords, TONES } from './change-table.tsx'
import { iniFilesOfOne } from './settings-tab.tsx'

/** Returns the tabs of a comparison, each with the number of its changes. Only lists with logs have DLLs. */
export function tabsOf(view: ComparisonView, to: (change: Partial<ComparisonQuery>) => string): Tab[] {
  const { mods, plugins, dlls } = view
  const moved = [mods, plugins].reduce((sum, head) => sum + (isHead(head) ? head.counts.moved : 0), 0)
  const tab = (id: ComparisonTab, name: string, count: number): Tab => ({
    name,
    to: to({ tab: id, kind: undefined, text: '', hidesOff: false, page: 0 }),
    count,
    isOpen: view.tab === id,
  })
  return [
    tab('mods', 'Mods', isHead(mods) ? mods.rows : 0),
    tab('plugins', 'Plugins', isHead(plugins) ? plugins.rows : 0),
    ...(dlls !== null || view.tab === 'dlls' ? [tab('dlls', 'DLLs', countDlls(dlls))] : []),
    tab('settings', 'Settings', view.settingsCount + iniFilesOfOne(view.files).length),
    tab('order', 'Order', moved),
    tab('files', 'Files', view.files.length),
  ]
}

/** Reports whether mods or plugins differ, so that there may be changes to apply or to test. */
export const hasChanges = ({ mods, plugins }: Pick<ComparisonView, 'mods' | 'plugins'>): boolean =>
  [mods, plugins].some((head) => isHead(head) && head.rows > 0)

interface CrashComparisonData {
  /** What both logs have in common; null unless both lists have a log. */
  words: readonly string[] | null
}

/** Says whether both lists crash at the same place. It says nothing about the cause. */
export function CrashComparison({ words }: CrashComparisonData) {
  if (words === null) return null
  const sentences = words.length === 0 ? ['The logs do not say whether both crash at the same place.'] : words
  return (
    <section id="crash">
      <h2>Crash</h2>
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence.slice(0, 1).toUpperCase() + sentence.slice(1)}</p>
      ))}
    </section>
  )
}

interface ChangeChipsData {
  view: ComparisonView
  query: ComparisonQuery
  sides: readonly [first: string, second: string]
  to: (change: Partial<ComparisonQuery>) => string
}

/** The numbers of the changes of the open part, each of which filters the table; null if there are none. */
export function ChangeChips({ view, query, sides, to }: ChangeChipsData) {
  const part = view.tab === 'plugins' ? 'plugins' : 'mods'
  const head = view[part]
  if (!isHead(head)) return null
  const words = kindWords(sides)
  const sign = (kind: RowKind) => (kind === 'removed' ? '− ' : kind === 'added' ? '+ ' : '')
  const kinds = ROW_KINDS.filter((kind) => head.counts[kind] > 0)
  if (kinds.length === 0) return null
  const chips = kinds.map((kind): Chip => {
    const isChosen = query.kind === kind
    return {
      tone: TONES[kind],
      text: `${sign(kind)}${head.counts[kind]} ${words[kind]}`,
      to: to({ tab: part, kind: isChosen ? undefined : kind, page: Math.min(query.page, 1) }),
      isChosen,
    }
  })
  return <Chips label={`Filter the ${part} by their change`} chips={chips} />
}

interface RowFilterData {
  view: ComparisonView
  query: ComparisonQuery
  path: string
}

/** Number of rows below which there is no filter. */
const FEW = 12

/** The form that filters the changes of the mods or plugins. It keeps the ticks and the chosen kind. */
export function RowFilter({ view: { tab, mods, plugins, ticks }, query, path }: RowFilterData) {
  const head = tab === 'mods' ? mods : tab === 'plugins' ? plugins : null
  if (!isHead(head) || (head.rows < FEW && head.addedOff === 0 && query.text === '' && !query.hidesOff)) return null
  const fields = (
    <>
      {query.kind !== undefined && <input type="hidden" name="kind" value={query.kind} />}
      {query.page > 0 && <input type="hidden" name="all" value="1" />}
      {ticks.text !== '' && <input type="hidden" name="take" value={ticks.text} />}
      {head.addedOff > 0 && (
        <label class="tick">
          <input type="checkbox" name="off" value="hide" checked={query.hidesOff} /> Hide the{' '}
          {counted(head.addedOff, tab === 'mods' ? 'mod' : 'plugin')} that {head.addedOff === 1 ? 'is' : 'are'} off
        </label>
      )}
    </>
  )
  return <FilterForm tab={tab} part="changes" text={query.text} path={path} fields={fields} />
}
