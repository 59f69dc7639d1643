/** Number of entries that are written, or left out, together. */
const BATCH = 100

/**
 * Writes entries as a JSON array, which is cut at `maxBytes` but has at least one batch. Also returns the number of
 * entries written.
 */
export function cutJsonArray(entries: readonly unknown[], maxBytes: number): { json: string; count: number } {
  const batches: string[] = []
  let bytes = 0
  for (let at = 0; at < entries.length; at += BATCH) {
    const batch = JSON.stringify(entries.slice(at, at + BATCH)).slice(1, -1)
    bytes += Buffer.byteLength(batch)
    if (bytes > maxBytes && at > 0) break
    batches.push(batch)
  }
  return { json: `[${batches.join(',')}]`, count: Math.min(entries.length, batches.length * BATCH) }
}
