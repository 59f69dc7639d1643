import type { ListingTab, StateCounts } from '../../load-order/reading/listing.ts'
import { FilterForm } from '../parts/filter-form.tsx'
import { type ListPageQuery, STATES } from './query.ts'

/** Returns whether a row matches the text of the filter: by a part of its name, or as `line 12`. */
const isMatch = ({ text }: Pick<ListPageQuery, 'text'>, name: string, line: number | undefined): boolean => {
  const wanted = text.toLowerCase()
  return name.toLowerCase().includes(wanted) || (line !== undefined && `line ${line}` === wanted)
}

/** Returns whether a row is shown: its text matches, and its state is the chosen one. */
export const isKept = (
  query: ListPageQuery,
  { name, enabled }: { name: string; enabled: boolean | null },
  line: number | undefined,
): boolean => (query.state === 'all' || enabled === (query.state === 'on')) && isMatch(query, name, line)

interface FilterData {
  tab: ListingTab
  query: ListPageQuery
  counts: StateCounts
  /** Word for the entries that are neither on nor off. */
  other: string
  /** Whether the part is long enough for a filter. */
  hasFields: boolean
}

/** The numbers of a part, and the form that filters its rows by name and state. */
export function Filter({ tab, query, counts: { on, off, other }, other: otherName, hasFields }: FilterData) {
  const numbers = (
    <span class="counts">
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
    <FilterForm tab={tab} part={tab} text={query.text} fields={states}>
      {numbers}
    </FilterForm>
  )
}
