/** Approximate maximum of bytes and ids that one statement stores, so that none takes long. */
const CHUNK = 50_000

/** Yields rows in chunks of about CHUNK, at least one row each. `sizeOf` returns the number of bytes and ids of a row. */
export function* inChunks<Row>(rows: readonly Row[], sizeOf: (row: Row) => number): Generator<Row[]> {
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

/** Returns an array of numbers as PostgreSQL writes it, for arrays of arrays of different lengths. */
export const arrayText = (numbers: readonly number[]): string => `{${numbers.join()}}`
