import { type ComparisonQuery, type ComparisonView, isHead } from '../../load-order/rendering/comparison/view.ts'

interface RowFilterData {
  view: ComparisonView
  query: ComparisonQuery
  path: string
}

/** The form that filters the rows of the open table. With scripts they change while the reader types. */
export function RowFilter({ view: { tab, mods, plugins, ticks }, query, path }: RowFilterData) {
  const head = tab === 'mods' ? mods : tab === 'plugins' ? plugins : null
  if (!isHead(head) || head.rows === 0) return null
  return (
    <form class="filter" action={path} data-part="changes">
      <input type="hidden" name="tab" value={tab} />
      {query.kind !== undefined && <input type="hidden" name="kind" value={query.kind} />}
      {query.isFull && <input type="hidden" name="all" value="1" />}
      {ticks.text !== '' && <input type="hidden" name="take" value={ticks.text} />}
      {head.addedOff > 0 && (
        <label class="tick">
          <input type="checkbox" name="off" value="hide" checked={query.hidesOff} /> Hide the {head.addedOff} {tab} that
          are off
        </label>
      )}
      <input
        type="search"
        name="q"
        value={query.text}
        aria-label={`Filter ${tab}`}
        placeholder={`Filter ${tab}`}
        autoComplete="off"
      />
      <button type="submit" class="plain unscripted">
        Filter
      </button>
      <span role="status" />
    </form>
  )
}
