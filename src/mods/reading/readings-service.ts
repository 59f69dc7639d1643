import type { Db } from '../../db/client.ts'
import { keyOf } from '../../load-order/key.ts'
import type { IndexedFile, IndexedPart } from '../../load-order/reading/indexed.ts'
import { ascending } from '../composition.ts'
import type { FileReader } from './file-reader-service.ts'
import {
  detailKey,
  findDetails,
  findNames,
  insertDetails,
  insertNames,
  type KnownName,
  type NewDetail,
  type NewReading,
} from './queries.ts'

/** Returns the rows to store for files, in which names and details are ids. Stores new names and details. */
export async function readingsOf(
  db: Db,
  reader: FileReader,
  read: ReadonlyMap<number, IndexedFile>,
): Promise<NewReading[]> {
  const readings: NewReading[] = []
  for (const kind of ['mods', 'plugins'] as const) {
    const plugin = kind === 'plugins'
    const parts = [...read].flatMap(([fileId, { [kind]: part, isInCodePage }]) =>
      part === null ? [] : [{ fileId, part, isInCodePage }],
    )
    if (parts.length === 0) continue
    const known = await idsOfNames(db, reader, plugin, parts)
    const detailed = parts.map((file) => ({ ...file, details: detailsOf(file.part, known) }))
    const ids = await idsOfDetails(db, detailed)
    for (const { fileId, part, isInCodePage, details } of detailed) {
      const idsOf = (isEnabled: boolean) => {
        const names = part.names.filter((name) => name.isEnabled === isEnabled)
        return ascending(names.map(({ name }) => known.get(keyOf(name))?.id ?? 0))
      }
      readings.push({
        fileId,
        plugin,
        rank: part.rank,
        entries: part.entries,
        enabledEntries: part.enabledEntries,
        hasMarks: part.hasMarks,
        logRank: part.logRank,
        isInCodePage,
        enabled: idsOf(true),
        disabled: idsOf(false),
        details: details.map((detail) => ids.get(detailKey(detail)) ?? 0),
      })
    }
  }
  return readings
}

/**
 * Returns names with their ids by key, and stores new names. If another server stores a name at the same time, its id
 * is used.
 */
async function idsOfNames(
  db: Db,
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
  const added = missing.map(([key, name], at) => ({ key, name, words: words[at] ?? '' }))
  await insertNames(db, plugin, added)
  const keys = missing.map(([key]) => key)
  return new Map([...known, ...(await findNames(db, plugin, keys))])
}

/** Returns the details of the names in a file: spellings other than the stored one, versions and sources. */
function detailsOf({ names }: IndexedPart, known: ReadonlyMap<string, KnownName>): NewDetail[] {
  return names.flatMap(({ name, version, source }) => {
    const stored = known.get(keyOf(name))
    if (stored === undefined) return []
    const nameId = stored.id
    return [
      ...(name === stored.name ? [] : [{ nameId, type: 'spelling', value: name }]),
      ...(version === null ? [] : [{ nameId, type: 'version', value: version }]),
      ...(source === null ? [] : [{ nameId, type: 'source', value: source }]),
    ]
  })
}

/** Returns the ids of the details of all files by `detailKey`, and stores new details. */
async function idsOfDetails(db: Db, files: readonly { details: NewDetail[] }[]): Promise<Map<string, number>> {
  const all = files.flatMap(({ details }) => details)
  const distinct = [...new Map(all.map((detail) => [detailKey(detail), detail])).values()]
  const known = await findDetails(db, distinct)
  const missing = distinct.filter((detail) => !known.has(detailKey(detail)))
  if (missing.length === 0) return known
  await insertDetails(db, missing)
  return new Map([...known, ...(await findDetails(db, missing))])
}
