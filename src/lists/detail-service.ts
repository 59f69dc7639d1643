import type { Sender } from '../actor.ts'
import type { Context } from '../context.ts'
import { readConsistently } from '../db/transaction.ts'
import type { CachedResponse, MadeResponse } from '../http/cache/cached-response.ts'
import { jsonInTurns } from '../text/json.ts'
import { addCounts } from './queries.ts'
import { requireVersion } from './revisions/service.ts'
import { findAllContents } from './stored-files-queries.ts'
import type { VersionAddress } from './version-address.ts'
import { fileWithContent, listDetail, listTag } from './view.ts'

export interface DetailContext extends Context {
  /** Bounds the memory of responses that are being made (http/limits/byte-budget.ts). */
  budget: { reserve<T>(sourceBytes: number, make: () => Promise<T>): Promise<T> }
}

/** Size of files in bytes from which their JSON is written in turns with other requests. */
const LARGE_BYTES = 64 * 2 ** 10

/**
 * Returns a list or revision with the lines of its files. If the stale response `before` has the same tag, no file is
 * read. Throws if the client may not see it (404).
 */
export async function showDetail(
  context: DetailContext,
  address: VersionAddress,
  { sender, hasCounts }: { sender: Sender | null; hasCounts: boolean },
  before?: CachedResponse,
): Promise<MadeResponse> {
  const { budget, clock, db, urls } = context
  const now = clock()
  // If a file was deleted after the list was read, both are read again.
  return readConsistently(db, async () => {
    const found = await requireVersion(db, address, sender, now)
    const { row, snapshot } = found
    if (hasCounts) await addCounts(db, [row])
    const made = { tag: listTag(row, context), snapshot, validUntil: row.expiresAt }
    if (before?.tag === made.tag) return { ...before, ...made }
    const bytes = found.files.reduce((sum, { bytes }) => sum + bytes, 0)
    return budget.reserve(bytes, async () => {
      const files = await findAllContents(db, found.files)
      const body = files && { data: listDetail(row, files.map(fileWithContent), urls) }
      return body && { body: bytes < LARGE_BYTES ? body : await jsonInTurns(body), ...made }
    })
  })
}
