/** How many entries are written, or left out, together. */
const BATCH = 100

/** Entries as a JSON array: of more than so many bytes the first ones alone, but some in any case, as none says that there are none. */
export function jsonArray(entries: readonly unknown[], maxBytes: number): string {
  const batches: string[] = []
  let bytes = 0
  for (let at = 0; at < entries.length; at += BATCH) {
    const batch = JSON.stringify(entries.slice(at, at + BATCH)).slice(1, -1)
    bytes += Buffer.byteLength(batch)
    if (bytes > maxBytes && at > 0) break
    batches.push(batch)
  }
  return `[${batches.join(',')}]`
}
