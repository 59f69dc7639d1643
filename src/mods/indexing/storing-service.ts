import { isDeepStrictEqual } from 'node:util'
import type { DataContext } from '../../context.ts'
import type { Db } from '../../db/client.ts'
import { lock, transact } from '../../db/transaction.ts'
import { keyOf } from '../../load-order/key.ts'
import type { IndexedNames } from '../../load-order/reading/indexed.ts'
import {
  addToCounts,
  deleteIndexedLists,
  findIndexedLists,
  findListsToStore,
  type HeldNames,
  type IndexedList,
  saveIndexedLists,
} from './list-queries.ts'
import type { ListReader } from './list-reader.ts'
import {
  type Detail,
  detailKey,
  findNames,
  findUnknownKeys,
  idsOfDetails,
  insertNames,
  type KnownName,
} from './name-queries.ts'
import { deleteFromQueue, type QueuedList } from './queue-queries.ts'

/** A list in the queue, with what its files say. */
export interface ReadList extends QueuedList {
  /** The state of the list that was read; null if the list is gone. A list that is set aside has no rows: it stays queued. */
  changeId: string | null
  names: IndexedNames
}

/**
 * Stores what lists hold and changes the counts. One server stores at a time, because all lists change the same counts.
 * A list that has changed since it was read is left out: it is queued again.
 */
export async function storeLists({ db, clock }: DataContext, reader: ListReader, lists: readonly ReadList[]) {
  const words = await wordsOfNewNames(db, reader, lists)
  await transact({ db }, async (transaction) => {
    await lock(transaction, 'modIndex')
    const ids = lists.map(({ listId }) => listId)
    const stored = await findListsToStore(transaction, ids, clock())
    const before = new Map((await findIndexedLists(transaction, ids)).map((list) => [list.listId, list]))
    const unchanged = lists.filter(({ listId, changeId }) => stored.get(listId)?.changeId === changeId)
    const held = await heldNames(transaction, unchanged, words)

    const after: IndexedList[] = unchanged.flatMap((list) => {
      const [found, names] = [stored.get(list.listId), held.get(list)]
      if (found === undefined || names === undefined) return []
      return { listId: list.listId, gameId: found.gameId, counted: found.isPublic, ...names }
    })
    const changed = after.filter((list) => !isDeepStrictEqual(before.get(list.listId), list))
    const gone = ids.filter((id) => !stored.has(id))
    const replaced = [...changed.map(({ listId }) => listId), ...gone].flatMap((id) => before.get(id) ?? [])

    await saveIndexedLists(transaction, changed)
    await deleteIndexedLists(transaction, gone)
    await addToCounts(transaction, replaced, changed)
    await deleteFromQueue(transaction, lists)
  })
}

/** The names of a kind, as they are in lists, by key. The first spelling of a batch is stored if the name is new. */
function namesOf(lists: readonly ReadList[], kind: Kind): Map<string, string> {
  const names = new Map<string, string>()
  for (const {
    names: { [kind]: part },
  } of lists) {
    for (const { name } of part?.names ?? []) if (!names.has(keyOf(name))) names.set(keyOf(name), name)
  }
  return names
}

const KINDS = ['mods', 'plugins'] as const
type Kind = (typeof KINDS)[number]

/** Returns the search words of new names. A worker makes them, because thousands take long. */
async function wordsOfNewNames(db: Db, reader: ListReader, lists: readonly ReadList[]): Promise<Map<string, string>> {
  const missing: string[] = []
  for (const kind of KINDS) {
    const names = namesOf(lists, kind)
    const unknown = await findUnknownKeys(db, kind === 'plugins', [...names.keys()])
    for (const [key, name] of names) if (unknown.has(key)) missing.push(name)
  }
  const words = missing.length === 0 ? [] : await reader.searchWords(missing)
  return new Map(missing.map((name, at) => [name, words[at] ?? '']))
}

/** Returns what each list holds, with the ids of names and details. Stores new names and details. */
async function heldNames(
  db: Db,
  lists: readonly ReadList[],
  words: ReadonlyMap<string, string>,
): Promise<Map<ReadList, HeldNames>> {
  const known = {
    mods: await idsOfNames(db, false, namesOf(lists, 'mods'), words),
    plugins: await idsOfNames(db, true, namesOf(lists, 'plugins'), words),
  }
  const details = new Map(
    lists.map((list) => [list, KINDS.flatMap((kind) => detailsOf(list.names[kind], known[kind]))]),
  )
  const ids = await idsOfDetails(db, [...details.values()].flat())
  const held = lists.map((list): [ReadList, HeldNames] => {
    const { mods, plugins } = list.names
    const idsOf = (isEnabled: boolean) =>
      KINDS.flatMap((kind) =>
        (list.names[kind]?.names ?? [])
          .filter((name) => name.isEnabled === isEnabled)
          .flatMap(({ name }) => known[kind].get(keyOf(name))?.id ?? []),
      )
    return [
      list,
      {
        mods: mods?.entries ?? null,
        modsEnabled: mods?.enabledEntries ?? null,
        plugins: plugins?.entries ?? null,
        pluginsEnabled: plugins?.enabledEntries ?? null,
        enabled: ascending(idsOf(true)),
        disabled: ascending(idsOf(false)),
        crashPlace: list.names.crashPlace,
        details: ascending((details.get(list) ?? []).flatMap((detail) => ids.get(detailKey(detail)) ?? [])),
      },
    ]
  })
  return new Map(held)
}

const ascending = (ids: readonly number[]): number[] => [...new Set(ids)].sort((one, other) => one - other)

async function idsOfNames(
  db: Db,
  plugin: boolean,
  names: ReadonlyMap<string, string>,
  words: ReadonlyMap<string, string>,
): Promise<Map<string, KnownName>> {
  const known = await findNames(db, plugin, [...names.keys()])
  const missing = [...names].filter(([key]) => !known.has(key))
  const added = missing.map(([key, name]) => ({ key, name, words: words.get(name) }))
  const unsearchable = added.find(({ words }) => words === undefined)
  if (unsearchable) throw new Error('A name was deleted while lists were read. They are read again.')
  const stored = await insertNames(
    db,
    plugin,
    added.map(({ words = '', ...name }) => ({ ...name, words })),
  )
  for (const name of stored) known.set(name.key, name)
  return known
}

/** Returns the details of the names of a list: spellings other than the stored one, versions and sources. */
function detailsOf(part: IndexedNames[Kind], known: ReadonlyMap<string, KnownName>): Detail[] {
  return (part?.names ?? []).flatMap(({ name, version, source }): Detail[] => {
    const stored = known.get(keyOf(name))
    if (stored === undefined) return []
    const nameId = stored.id
    return [
      ...(name === stored.name ? [] : [{ nameId, type: 'spelling' as const, value: name }]),
      ...(version === null ? [] : [{ nameId, type: 'version' as const, value: version }]),
      ...(source === null ? [] : [{ nameId, type: 'source' as const, value: source }]),
    ]
  })
}
