import { isHead } from '../../load-order/rendering/comparison/rows.ts'
import type { ComparisonQuery, ComparisonView } from '../../load-order/rendering/comparison/view.ts'
import { counted } from '../../text/amounts.ts'
import { FilterForm } from '../parts/filter-form.tsx'

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
