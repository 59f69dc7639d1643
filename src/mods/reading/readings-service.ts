import type { Statements } from '../../db/statements.ts'
import { keyOf } from '../../load-order/key.ts'
import type { IndexedFile, IndexedPart } from '../../load-order/reading/indexed.ts'
import { packIds } from '../packed-ids.ts'
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
