import type { ComponentChildren } from 'preact'
import type { StateCounts } from '../../load-order/reading/listing.ts'
import { Filter, isFiltered } from './filter.tsx'
import type { ListPageQuery } from './query.ts'

/** Returns the start of the ids of a file's lines. An id has no spaces: they are percent-encoded. */
export const fileId = (file: string): string => file.replace(/[\s%]/g, encodeURIComponent)

/** Returns the id of a file's line on the page (`modlist.txt-L12`). */
export const lineId = (file: string, number: number): string => `${fileId(file)}-L${number}`

/** Number of rows in one list element. A browser lays out only the elements in view (`content-visibility`). */
const CHUNK = 100

export const chunks = <Row,>(rows: readonly Row[], from: number): { from: number; rows: Row[] }[] =>
  Array.from({ length: Math.ceil(rows.length / CHUNK) }, (_, at) => ({
    from: from + at * CHUNK,
    rows: rows.slice(at * CHUNK, (at + 1) * CHUNK),
  }))

/** A list of rows, which the browser numbers from `start`, or not if it is null. */
export const Rows = ({ start, children }: { start: number | null; children: ComponentChildren }) =>
  start === null ? (
    <ul class="rows">{children}</ul>
  ) : (
    <ol class="rows" start={start}>
      {children}
    </ol>
  )

/** How a filter changes a row: a row that does not match is hidden, and the others keep their numbers. */
interface Shown {
  hidden?: true
  value?: number
}

/** Returns how each row is shown. Without a filter this is empty, since browsers number the rows. */
export const shownRow = (isFiltered: boolean, isKept: boolean, number: number): Shown =>
  isFiltered ? (isKept ? { value: number } : { hidden: true }) : {}

interface OrderData {
  title: 'Mods' | 'Plugins'
  query: ListPageQuery
  counts: StateCounts
  /** Word for the entries that are neither on nor off. */
  other: string
  /** Text for a list without entries. */
  empty: string
  /** Explains the number of each row. */
  legend: string
  shown: number
  /** Number of them that the filter keeps. */
  kept: number
  /** Start of the addresses of names, if a script links them. */
  linked?: string | undefined
  children: ComponentChildren
}

/** Number of rows from which a part has a filter. */
const MANY = 50

/** The tab of the mods or plugins, with the numbers of those that are on, off, and neither. */
export function OrderSection({ title, query, counts, other, ...data }: OrderData) {
  const id = title === 'Mods' ? 'mods' : 'plugins'
  const total = counts.on + counts.off + counts.other
  return (
    <section id={id} class="part" aria-labelledby={`${id}-title`} data-linked={data.linked}>
      <h2 id={`${id}-title`} class="unseen">
        {title}
      </h2>
      {total === 0 ? (
        <p class="empty">{data.empty}</p>
      ) : (
        <Filter
          tab={id}
          query={query}
          counts={counts}
          other={other}
          kept={data.kept}
          of={data.shown}
          hasFields={data.shown >= MANY || isFiltered(query)}
        />
      )}
      {data.linked !== undefined && (
        <noscript>
          <a href={`?state=${query.state}&q=${encodeURIComponent(query.text)}&links=1`}>Show the names as links</a>
        </noscript>
      )}
      {data.children}
      {data.shown < total && <p class="more">and {total - data.shown} more: see the files.</p>}
      {total > 0 && <p class="hint">{data.legend}</p>}
    </section>
  )
}
