import type { Sender } from '../actor.ts'
import { type BoundedCache, createBoundedCache } from '../concurrency/bounded-cache.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/client.ts'
import { readConsistently } from '../db/reads.ts'
import { utf8Of } from '../text/encoding.ts'
import { joinBytes, type Piece } from '../text/join-bytes.ts'
import type { FileEntry } from './hot-queries.ts'
import { addCounts, type ShownList } from './queries.ts'
import { requireVersion } from './revisions/service.ts'
import { findContents } from './stored-files-queries.ts'
import type { VersionAddress } from './version-address.ts'
import { fileWithLines, listTag, listWithFiles } from './view.ts'

export interface DetailSource extends Context {
  /** Cached JSON of small files with their lines, by time of creation and stored name. Stored files never change. */
  files: BoundedCache<Buffer>
  /** Bounds the memory of responses that are being made (http/limits/byte-budget.ts). */
  budget: ResponseMemory
}

interface ResponseMemory {
  reserve<T>(sourceBytes: number, make: () => Promise<T>): Promise<T>
}

export function detailSource(context: Context, maxBytes: number, budget: ResponseMemory): DetailSource {
  return { ...context, budget, files: createBoundedCache(maxBytes, (json) => json.length) }
}

/**
 * Returns the JSON of the single-list view of a list or revision, and the database snapshot that it was read from. Throws
 * if it does not exist or the client may not see it (404).
 */
export async function detailBytes(
  source: DetailSource,
  address: VersionAddress,
  sender: Sender | null,
  hasCounts: boolean,
) {
  const { db, urls } = source
  const now = source.clock()
  const find = async (db: Db) => {
    const found = await requireVersion(db, address, sender, now)
    if (hasCounts) await addCounts(db, [found.row])
    return found
  }
  const found = await readConsistently(db, find)
  const { row, snapshot } = found
  const tag = listTag(row, source)
  const body = await source.budget.reserve(bytesOf(found.files), async () => {
    const files = await jsonOfFiles(source, found.files)
    return files && assemble(row, files)
  })
  if (body !== null) return { body, tag, snapshot, validUntil: row.expiresAt }
  // A file was deleted after the list was read: read the list and its files again.
  return readConsistently(db, async (db) => {
    const { row, files: entries, snapshot } = await find(db)
    const files = await jsonOfFiles(source, entries)
    return files && { body: await assemble(row, files), tag: listTag(row, source), snapshot, validUntil: row.expiresAt }
  })

  function assemble(row: ShownList, files: FileJson[]) {
    const [head, tail] = listWithFiles(row, urls)
    const pieces = files.flatMap((file, index) => (index === 0 ? file : [',', ...file]))
    return joinBytes([`{"data":${head}`, ...pieces, `${tail}}`])
  }
}

const bytesOf = (files: readonly FileEntry[]) => files.reduce((sum, { bytes }) => sum + bytes, 0)

/** The JSON of a file with its lines, in pieces for joinBytes. */
type FileJson = readonly Piece[]

/** Maximum size in bytes of a file whose JSON is cached. That of a larger one is written into each response. */
const MAX_CACHED_BYTES = 2 ** 18

/**
 * Returns the JSON of files. Contents that are not cached are read from the database. Returns null if a file no longer
 * exists.
 */
async function jsonOfFiles({ db, files }: DetailSource, entries: FileEntry[]): Promise<FileJson[] | null> {
  const keyOf = ({ name, createdAt }: FileEntry) => `${createdAt.getTime()} ${name}`
  const found = new Map<string, FileJson>()
  for (const entry of entries) {
    const cached = files.get(keyOf(entry))
    if (cached !== undefined) found.set(entry.hash, [cached])
  }
  const missing = entries.filter(({ hash }) => !found.has(hash))
  files.hits += entries.length - missing.length
  files.misses += missing.length
  const contents =
    missing.length === 0
      ? undefined
      : await findContents(
          db,
          missing.map(({ hash }) => hash),
        )
  for (const entry of missing) {
    const content = contents?.get(entry.hash)
    if (content === undefined) return null
    const json = fileWithLines(entry, utf8Of(content))
    if (entry.bytes > MAX_CACHED_BYTES) found.set(entry.hash, json)
    else {
      const joined = await joinBytes(json)
      files.set(keyOf(entry), joined)
      found.set(entry.hash, [joined])
    }
  }
  return entries.map(({ hash }) => found.get(hash) ?? [])
}
