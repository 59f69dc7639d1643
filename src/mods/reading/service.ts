import type { Context } from '../../context.ts'
import type { Statements } from '../../db/statements.ts'
import { transact } from '../../db/transaction.ts'
import { keyOf } from '../../load-order/key.ts'
import { type IndexedFile, type IndexedPart, MAX_INDEXED } from '../../load-order/reading/indexed.ts'
import { partsOf } from '../../load-order/reading/read.ts'
import type { WorkerPool } from '../../workers/pool.ts'
import type { Counts, FilePart } from '../composition.ts'
import { deleteUnreadFiles, lockUnreadFiles, noteFailedReads, type UnreadFile } from '../indexing/queue-queries.ts'
import { packIds } from '../packed-ids.ts'
import {
  detailKey,
  findContentsOf,
  findDetails,
  findNames,
  insertDetails,
  insertNames,
  type KnownName,
  type NewDetail,
  type NewReading,
  replaceReadings,
} from './queries.ts'
import type { IndexKinds } from './worker.ts'

/** Maximum number of files that are read in one transaction. */
const FILES = 64

/** Maximum size of the files that are read in one transaction, in bytes. A larger file is read alone. */
const BATCH_BYTES = 2 ** 18

/** Number of failed attempts after which a file counts as one without mods. */
const ATTEMPTS = 3

/** Reads files in worker processes. */
export interface FileReader {
  read(file: { name: string; content: Uint8Array }): Promise<IndexedFile>
  /** Returns exact counts of plugins if a file has more than the index holds; otherwise an empty object. */
  exactCounts(db: Statements, parts: readonly (FilePart & { fileId: number })[]): Promise<Partial<Counts>>
  /** Returns the words of each name, by which a search finds it. */
  searchWords(names: readonly string[]): Promise<string[]>
  readonly figures: ReadingFigures
}

/** Numbers of files since the server started. */
export interface ReadingFigures {
  read: number
  failed: number
}

export function createFileReader(
  pool: Pick<WorkerPool<IndexKinds>, 'run'>,
  onError: (error: unknown) => void,
): FileReader {
  const figures = { read: 0, failed: 0 }
  return {
    figures,

    async read({ name, content }) {
      try {
        const json = await pool.run('indexedFile', { files: [content], names: [name] })
        figures.read++
        return JSON.parse(Buffer.from(json).toString())
      } catch (error) {
        figures.failed++
        onError(error)
        throw error
      }
    },

    async exactCounts(db, parts) {
      const plugins = parts.filter(({ plugin }) => plugin)
      if (plugins.length < 2 || plugins.every(({ entries }) => entries <= MAX_INDEXED)) return {}
      const contents = await findContentsOf(
        db,
        plugins.map(({ fileId }) => fileId),
      )
      const files = plugins.flatMap(({ fileId }) => contents.get(fileId) ?? [])
      const json = await pool.run('pluginCounts', { files, names: plugins.map(({ file }) => file) })
      return JSON.parse(Buffer.from(json).toString())
    },

    async searchWords(names) {
      return JSON.parse(Buffer.from(await pool.run('searchWords', { files: [], names })).toString())
    },
  }
}

/**
 * Reads a batch of waiting files: those of the given lists, or any files if `listIds` is empty. Returns the number of
 * files that have left the queue.
 */
export function readFiles(
  { db }: Pick<Context, 'db'>,
  reader: FileReader,
  listIds: readonly number[],
): Promise<number> {
  return transact({ db }, async (transaction) => {
    const files = batchOf(await lockUnreadFiles(transaction, listIds, FILES))
    if (files.length === 0) return 0
    const named = files.filter(({ cleanName }) => isIndexed(cleanName))
    const contents = await findContentsOf(
      transaction,
      named.map(({ id }) => id),
    )
    const read = new Map<number, IndexedFile>()
    await Promise.all(
      named.map(async ({ id, cleanName }) => {
        const content = contents.get(id) ?? new Uint8Array()
        const indexed = await reader.read({ name: cleanName, content }).catch(() => undefined)
        if (indexed !== undefined) read.set(id, indexed)
      }),
    )
    const failed = named.filter(({ id, attempts }) => !read.has(id) && attempts + 1 < ATTEMPTS).map(({ id }) => id)
    const settled = files.map(({ id }) => id).filter((id) => !failed.includes(id))
    await replaceReadings(transaction, settled, await readingsOf(transaction, reader, read))
    if (failed.length > 0) await noteFailedReads(transaction, failed)
    await deleteUnreadFiles(transaction, settled)
    return settled.length
  })
}

/** Returns the first files that together are small enough to be read in one transaction, at least one. */
function batchOf(files: readonly UnreadFile[]): UnreadFile[] {
  let total = 0
  const batch: UnreadFile[] = []
  for (const file of files) {
    total += file.bytes
    if (batch.length > 0 && total > BATCH_BYTES) break
    batch.push(file)
  }
  return batch
}

const isIndexed = (name: UnreadFile['cleanName']) => partsOf(name).some((part) => part !== 'settings')

/** Returns the rows to store for files, in which names and details are ids. */
async function readingsOf(
  db: Statements,
  reader: FileReader,
  read: ReadonlyMap<number, IndexedFile>,
): Promise<NewReading[]> {
  const parts = [...read].flatMap(([fileId, { mods, plugins }]) => [
    ...(mods === null ? [] : [{ fileId, plugin: false, part: mods }]),
    ...(plugins === null ? [] : [{ fileId, plugin: true, part: plugins }]),
  ])
  const known = new Map<boolean, Map<string, KnownName>>()
  for (const plugin of [false, true]) {
    const ofKind = parts.filter((one) => one.plugin === plugin)
    if (ofKind.length > 0) known.set(plugin, await idsOfNames(db, reader, plugin, ofKind))
  }
  const detailed = parts.map((one) => ({ ...one, details: detailsOf(one.part, known.get(one.plugin)) }))
  const ids = await idsOfDetails(
    db,
    detailed.flatMap(({ details }) => details),
  )
  return detailed.map(({ fileId, plugin, part, details }) => {
    const idsOf = (isEnabled: boolean) =>
      packIds(
        part.names
          .filter((name) => name.isEnabled === isEnabled)
          .map(({ name }) => known.get(plugin)?.get(keyOf(name))?.id ?? 0),
      )
    return {
      fileId,
      plugin,
      entries: part.entries,
      enabledEntries: part.enabledEntries,
      enabled: idsOf(true),
      disabled: idsOf(false),
      details: details.map((detail) => ids.get(detailKey(detail)) ?? 0),
    }
  })
}

/**
 * Returns names with their ids by key, and stores new names. If another server stores a name at the same time, its id
 * is used.
 */
async function idsOfNames(
  db: Statements,
  reader: FileReader,
  plugin: boolean,
  parts: readonly { part: IndexedPart }[],
): Promise<Map<string, KnownName>> {
  const names = new Map<string, string>()
  for (const { part } of parts) {
    for (const { name } of part.names) if (!names.has(keyOf(name))) names.set(keyOf(name), name)
  }
  const known = await findNames(db, plugin, [...names.keys()])
  const missing = [...names].filter(([key]) => !known.has(key))
  if (missing.length === 0) return known
  const words = await reader.searchWords(missing.map(([, name]) => name))
  await insertNames(
    db,
    plugin,
    missing.map(([key, name], at) => ({ key, name, words: words[at] ?? '' })),
  )
  const stored = await findNames(
    db,
    plugin,
    missing.map(([key]) => key),
  )
  return new Map([...known, ...stored])
}

/** Returns the details of the names in a file: spellings other than the stored one, versions and sources. */
function detailsOf({ names }: IndexedPart, known: ReadonlyMap<string, KnownName> | undefined): NewDetail[] {
  return names.flatMap(({ name, version, source }) => {
    const stored = known?.get(keyOf(name))
    if (stored === undefined) return []
    const nameId = stored.id
    return [
      ...(name === stored.name ? [] : [{ nameId, type: 'spelling', value: name }]),
      ...(version === null ? [] : [{ nameId, type: 'version', value: version }]),
      ...(source === null ? [] : [{ nameId, type: 'source', value: source }]),
    ]
  })
}

async function idsOfDetails(db: Statements, details: readonly NewDetail[]): Promise<Map<string, number>> {
  const distinct = [...new Map(details.map((detail) => [detailKey(detail), detail])).values()]
  const known = await findDetails(db, distinct)
  const missing = distinct.filter((detail) => !known.has(detailKey(detail)))
  if (missing.length === 0) return known
  await insertDetails(db, missing)
  return new Map([...known, ...(await findDetails(db, missing))])
}
