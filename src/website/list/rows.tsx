import type { StateCounts } from '../../load-order/reading/listing.ts'

/** From so many rows on they can be filtered. */
export const isLong = (rows: number): boolean => rows >= 50

/** Of rows that follow one another, a browser lays out so many together, and only those that are to be seen. */
const CHUNK = 100

export const chunks = <Row,>(rows: readonly Row[], from: number): { from: number; rows: Row[] }[] =>
  Array.from({ length: Math.ceil(rows.length / CHUNK) }, (_, at) => ({
    from: from + at * CHUNK,
    rows: rows.slice(at * CHUNK, (at + 1) * CHUNK),
  }))

/** How many are on, off, and neither. */
export const Counts = ({ counts: { on, off, other }, other: otherName }: { counts: StateCounts; other: string }) => (
  <p class="counts">
    {on} on, {off} off{other > 0 && `, ${other} ${otherName}`}
  </p>
)

/** A filter of the rows of a section, for who has scripts. */
export const Filter = ({ part }: { part: string }) => (
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
