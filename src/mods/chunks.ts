/** Approximate maximum size of the rows that one statement reads or writes, in bytes, so that none takes long. */
const CHUNK = 50_000

/** Size that a row counts as, unless it has arrays of ids. */
const ROW = 10

/** Yields rows in chunks of about CHUNK, at least one row each. */
export function* inChunks<Row>(rows: readonly Row[], sizeOf: (row: Row) => number = () => ROW): Generator<Row[]> {
  let chunk: Row[] = []
  let size = 0
  for (const row of rows) {
    size += sizeOf(row)
    if (size > CHUNK && chunk.length > 0) {
      yield chunk
      chunk = []
      size = sizeOf(row)
    }
    chunk.push(row)
  }
  if (chunk.length > 0) yield chunk
}

/** Returns the size of a row with arrays of ids. */
export const sizeOfIds = (row: Record<'enabled' | 'disabled' | 'details', readonly number[]>): number =>
  row.enabled.length + row.disabled.length + row.details.length
