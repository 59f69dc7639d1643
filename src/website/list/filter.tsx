import type { ListingTab, StateCounts } from '../../load-order/reading/listing.ts'
import { FilterForm } from '../components/filter-form.tsx'
import { type ListPageQuery, STATES } from './query.ts'

/** Returns whether a row matches the text of the filter: by a part of its name, or as `line 12`. */
const isMatch = ({ text }: Pick<ListPageQuery, 'text'>, name: string, line: number | undefined): boolean => {
  const wanted = text.toLowerCase()
  return name.toLowerCase().includes(wanted) || (line !== undefined && `line ${line}` === wanted)
}

/** Returns whether the query has a filter. */
export const isFiltered = ({ text, state }: ListPageQuery): boolean => text !== '' || state !== 'all'

interface FilteredRow {
  name: string
  enabled: boolean | null
}

/** Returns whether a row is shown: its text matches, and its state is the chosen one. */
export const isKept = (query: ListPageQuery, { name, enabled }: FilteredRow, line: number | undefined): boolean =>
  (query.state === 'all' || enabled === (query.state === 'on')) && isMatch(query, name, line)

/** Returns how many of these rows are shown. Without a filter all are, and no row is looked at. */
export const countKept = <Row extends FilteredRow>(
  query: ListPageQuery,
  rows: readonly Row[],
  lineOf: (row: Row) => number | undefined,
): number => (isFiltered(query) ? rows.filter((row) => isKept(query, row, lineOf(row))).length : rows.length)

interface FilterData {
  tab: ListingTab
  query: ListPageQuery
  counts: StateCounts
  /** Word for the entries that are neither on nor off. */
  other: string
  /** Number of rows that the filter keeps, of all rows of the part. */
  kept: number
  of: number
  /** Whether the part has fields for a filter. */
  hasFields: boolean
}

/** The numbers of a part, and the form that filters its rows by name and state. */
export function Filter({ tab, query, counts: { on, off, other }, other: otherName, kept, of, hasFields }: FilterData) {
  const numbers = (
    <span class="hint">
      {on} on{(off > 0 || other === 0) && `, ${off} off`}
      {other > 0 && `, ${other} ${otherName}`}
    </span>
  )
  if (!hasFields) return <p>{numbers}</p>
  const states = (
    <fieldset class="choice">
      <legend class="unseen">State</legend>
      {STATES.map((state) => (
        <label key={state}>
          <input type="radio" name="state" value={state} checked={state === query.state} /> {state}
        </label>
      ))}
    </fieldset>
  )
  return (
    <FilterForm
      tab={tab}
      part={tab}
      text={query.text}
      fields={states}
      status={kept < of ? `${kept} of ${of} shown` : ''}
    >
      {numbers}
    </FilterForm>
  )
}
