import type { ComponentChildren } from 'preact'
import type { StateCounts } from '../../load-order/reading/listing.ts'

/** Returns the id of a file's line on the page (`modlist.txt-L12`). An id has no spaces: they are percent-encoded. */
export const lineId = (file: string, number: number): string =>
  `${file.replace(/[\s%]/g, encodeURIComponent)}-L${number}`

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

interface OrderData {
  title: 'Mods' | 'Plugins'
  counts: StateCounts
  /** Word for the entries that are neither on nor off. */
  other: string
  /** Text for a list without entries. */
  empty: string
  /** Explains the number of each row. */
  legend: string
  /** Number of entries in `children`, which may be only the first ones. */
  shown: number
  children: ComponentChildren
}

/** Number of rows from which a section has a filter. */
const MANY = 50

/** The section of the mods or plugins, with the numbers of those that are on, off, and neither. */
export function OrderSection({ title, counts: { on, off, other }, other: otherName, ...data }: OrderData) {
  const id = title.toLowerCase()
  const total = on + off + other
  return (
    <section id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {total === 0 ? (
        <p class="empty">{data.empty}</p>
      ) : (
        <>
          <p class="counts">
            {on} on{(off > 0 || other === 0) && `, ${off} off`}
            {other > 0 && `, ${other} ${otherName}`}
          </p>
          <p class="legend">{data.legend}</p>
        </>
      )}
      {data.shown >= MANY && <Filter part={id} />}
      {data.children}
      {data.shown < total && <p class="more">and {total - data.shown} more: see the files.</p>}
    </section>
  )
}

/** The filter of a section's rows. It works by a script, so the stylesheet shows it only with scripts. */
const Filter = ({ part }: { part: string }) => (
  <div class="filter" data-part={part}>
    <label>
      Filter <input type="search" autoComplete="off" />
    </label>
    <label class="tick">
      <input type="checkbox" /> Only enabled
    </label>
    <span role="status" />
  </div>
)
