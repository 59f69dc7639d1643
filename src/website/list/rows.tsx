import type { StateCounts } from '../../load-order/reading/listing.ts'

/** Returns whether a section has enough rows for a filter. */
export const isLong = (rows: number): boolean => rows >= 50

/** Number of rows in one list element. A browser lays out only the elements in view (`content-visibility`). */
const CHUNK = 100

export const chunks = <Row,>(rows: readonly Row[], from: number): { from: number; rows: Row[] }[] =>
  Array.from({ length: Math.ceil(rows.length / CHUNK) }, (_, at) => ({
    from: from + at * CHUNK,
    rows: rows.slice(at * CHUNK, (at + 1) * CHUNK),
  }))

/**
 * Shows how many rows are on, off, and neither. If no row is off, "0 off" is left out before the number of the others.
 */
export const Counts = ({ counts: { on, off, other }, other: otherName }: { counts: StateCounts; other: string }) => (
  <p class="counts">
    {on} on{(off > 0 || other === 0) && `, ${off} off`}
    {other > 0 && `, ${other} ${otherName}`}
  </p>
)

/** The filter of a section's rows. It works by a script, so the stylesheet shows it only with scripts. */
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
