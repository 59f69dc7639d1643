import type { ComponentChildren } from 'preact'

interface FilterFormData {
  /** The part whose rows are filtered, such as `mods`. */
  tab: string
  /** Tells the scripts which rows to filter. */
  part: string
  text: string
  /** Path of the page without a query, if it is not that of the open page. */
  path?: string
  /** Further fields before the button. */
  fields: ComponentChildren
  /** How many rows the filter keeps. A script says so while the reader types. */
  status?: string
  /** What follows the form's own words. */
  children?: ComponentChildren
}

/** The form that filters the rows of the open part, with scripts while the reader types. */
export const FilterForm = ({ tab, part, text, path, fields, status, children }: FilterFormData) => (
  <form class="filter" action={path} data-part={part}>
    <input type="hidden" name="tab" value={tab} />
    <input
      type="search"
      name="q"
      value={text}
      aria-label={`Filter ${tab}`}
      placeholder={`Filter ${tab}`}
      autoComplete="off"
    />
    {fields}
    <button type="submit" class="plain unscripted">
      Filter
    </button>
    <span role="status">{status}</span>
    {children}
  </form>
)
