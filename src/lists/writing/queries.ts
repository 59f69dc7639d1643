import { isDeepStrictEqual } from 'node:util'
import type { Db } from '../../db/client.ts'
import { Prisma } from '../../db/generated/client.ts'
import { findOnlyRow, prepared, type Statements } from '../../db/statements.ts'
import { nameKey } from '../../text/name-key.ts'
import { findOwnedList, type OwnedList } from '../ownership/queries.ts'
import {
  isGameId,
  LIST_FIELDS,
  type ListRow,
  lockListsWhere,
  related,
  type StoredList,
  storedFields,
} from '../queries.ts'
import { archive, isRevised, type LockedList, revisedAt } from '../revisions/keeping-queries.ts'
import { isSlug } from '../slug.ts'
import type { FileIds } from './files/queries.ts'
import type { StoredFile } from './files/uploaded-files.ts'

// The statements of a new list are few, to keep uploads fast. Updates and claims are Prisma's model calls.

/** The values of a new list, without its slug. A new column is included, so the input must provide it. */
export type NewList = Omit<
  StoredList,
  'id' | 'slug' | 'slugNumber' | 'changeId' | 'revisionNumber' | 'revisedAt' | 'hiddenAt'
>

/** The values that both a create and an update store. */
export type ListValues = Omit<NewList, 'slugBase' | 'createdAt' | 'authorId'>

/**
 * Data that a write needs first: the name of the game, and the ids of the files that are stored already. It must be read
 * within the transaction that writes. Behind a pooler, the next transaction may reach another database server, where the
 * ids may belong to other files.
 */
interface Prefetched {
  /** Null if there is no such game. */
  game: { id: number; name: string } | null
  fileIds: FileIds
  /** Blocked contents that have the size of one of the files, by their SHA-256 in hexadecimal. */
  blocked: string[]
}

/** `game` is an id or a name. FOR KEY SHARE makes a new block wait until this transaction ends (lockBlocks in moderation/blocks/queries.ts). */
export async function prefetch(
  db: Statements,
  { game, files }: { game?: string | undefined; files: readonly StoredFile[] },
): Promise<Prefetched> {
  const hashes = files.map(({ hash }) => hash)
  const sizes = files.map(({ bytes }) => bytes)
  const id = game !== undefined && isGameId(game) ? Number(game) : null
  const key = game !== undefined && id === null ? nameKey(game) : null
  const row = await findOnlyRow<Pick<Prefetched, 'game' | 'blocked'> & { ids: number[]; hashes: string[] }>(
    db,
    prepared('prefetch')`
      SELECT (
          SELECT json_build_object('id', id, 'name', name) FROM games WHERE id = ${id} OR name_key = ${key}
        ) AS game,
        ARRAY(
          SELECT encode(blocked_files.hash, 'hex') FROM blocked_files WHERE bytes = ANY(${sizes}) FOR KEY SHARE
        ) AS blocked,
        coalesce(array_agg(id), '{}') AS ids, coalesce(array_agg(encode(hash, 'hex')), '{}') AS hashes
      FROM files WHERE hash = ANY(${hashes})`,
  )
  const { ids, hashes: known, ...others } = row
  return { ...others, fileIds: new Map(known.map((hash, index) => [hash, ids[index] ?? 0])) }
}

// Statements that store the files and the search index of the list `saved`.
export const placedSql = (fileIds: readonly number[]) => Prisma.sql`
  INSERT INTO list_files (list_id, position, file_id)
  SELECT saved.id, place - 1, file FROM saved, unnest(${fileIds}::int[]) WITH ORDINALITY AS given(file, place)`
export const foundBySql = (words: readonly string[]) => Prisma.sql`
  INSERT INTO list_search (list_id, words) SELECT saved.id, array_to_tsvector(${words}::text[]) FROM saved`

/** Replaces the words by which lists are found. */
export const storeWords = (db: Db, lists: readonly { id: number; words: readonly string[] }[]) =>
  db.$executeRaw`
    INSERT INTO list_search (list_id, words) SELECT id, array_to_tsvector(given.words)
    FROM json_to_recordset(${JSON.stringify(lists)}::json) AS given (id int, words text[])
    ON CONFLICT (list_id) DO UPDATE SET words = excluded.words`

/** Replaces the files of a list. Touches only those that have changed or moved. */
async function placeFiles(db: Db, { id: listId, fileIds: before }: LockedList, fileIds: readonly number[]) {
  const places = Array.from({ length: Math.max(before.length, fileIds.length) }, (_, position) => position)
  const changed = places.filter((position) => before[position] !== fileIds[position])
  await db.listFile.deleteMany({ where: { listId, position: { in: changed } } })
  const data = fileIds.map((fileId, position) => ({ listId, position, fileId }))
  await db.listFile.createMany({ data: data.filter(({ position }) => changed.includes(position)) })
}

/** Reports whether a list has these values and files already. The time of the update and a note alone do not count. */
const isUnchanged = (list: LockedList, given: ListValues, fileIds: readonly number[]): boolean =>
  isDeepStrictEqual(list.fileIds, fileIds) &&
  LIST_FIELDS.every((field) => {
    const value = (given as Partial<StoredList>)[field]
    return field === 'updatedAt' || field === 'note' || value === undefined || isDeepStrictEqual(list[field], value)
  })

/**
 * Replaces the values and files of a list. If nothing changes, the list stays as it is, with its ETag. If they make a new revision (see isRevised), the old ones are archived as a
 * past revision, of which at most `maxRevisions` are kept, including the new one.
 */
export async function replaceList(
  db: Db,
  list: LockedList,
  given: ListValues,
  fileIds: readonly number[],
  words: readonly string[],
  maxRevisions: number,
): Promise<ListRow> {
  if (isUnchanged(list, given, fileIds)) return list
  const { id } = list
  const revised = isRevised(list, given, fileIds)
  if (revised) await archive(db, list, maxRevisions)
  await placeFiles(db, list, fileIds)
  await storeWords(db, [{ id, words }])
  const values = { ...given, note: revised ? given.note : list.note }
  const data: Prisma.ListUncheckedUpdateInput = {
    ...Object.fromEntries(storedFields(values).map((field) => [field, values[field as keyof typeof values]])),
    changeId: REPLACED_ID,
    revisionNumber: list.revisionNumber + (revised ? 1 : 0),
    revisedAt: revised ? null : revisedAt(list),
  }
  return db.list.update({ where: { id }, data, include: related })
}

/** An id that a trigger replaces with a new one. It differs from all others, so that the trigger runs at every update. */
const REPLACED_ID = '00000000-0000-0000-0000-000000000000'

/**
 * Locks a list until the transaction ends, and returns it; null if it does not exist. The clock is read after the list
 * is locked, because the list may expire while this waits for the lock.
 */
export async function lockList(db: Db, slug: string, clock: () => Date): Promise<(OwnedList & LockedList) | null> {
  if (!isSlug(slug)) return null
  await lockListsWhere(db, Prisma.sql`slug = ${slug}`)
  const list = await findOwnedList(db, slug, clock())
  if (list === null) return null
  const where = { listId: list.id }
  const files = await db.listFile.findMany({ where, select: { fileId: true }, orderBy: { position: 'asc' } })
  return { ...list, fileIds: files.map(({ fileId }) => fileId) }
}

/** Makes a user the author of a list. Deletes the list's owner key and replaces its indexed words. */
export async function giveToAuthor(
  db: Db,
  id: number,
  author: { authorId: number; expiresAt: Date | null },
  words: readonly string[],
): Promise<ListRow> {
  await db.ownerKey.deleteMany({ where: { listId: id } })
  await storeWords(db, [{ id, words }])
  return db.list.update({ where: { id }, data: author, include: related })
}
