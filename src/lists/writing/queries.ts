import { isDeepStrictEqual } from 'node:util'
import type { Db } from '../../db/client.ts'
import { Prisma } from '../../db/generated/client.ts'
import { statement } from '../../db/sql.ts'
import { lock, type Transaction } from '../../db/transaction.ts'
import { findOwnedList, type OwnedList } from '../ownership/queries.ts'
import {
  findListRows,
  LIST_COLUMNS,
  LIST_FIELDS,
  LIST_JOINS,
  type ListRow,
  lockListsWhere,
  related,
  type StoredList,
  storedColumns,
  storedFields,
} from '../queries.ts'
import { archive, isRevised, type LockedList, revisedAt } from '../revisions/queries.ts'
import { isSlug, numberedSlug, unguessableSlug } from '../slug.ts'
import { findFreeNumber } from './free-slug-queries.ts'
import { hexOf, type StoredFile } from './uploaded-files.ts'

// The statements of a new list are few, to keep uploads fast. Updates and claims are Prisma's model calls.

/** The values of a new list, without its slug. A new column is included, so the input must provide it. */
type NewList = Omit<StoredList, 'id' | 'slug' | 'slugNumber' | 'changeId' | 'revisionNumber' | 'revisedAt' | 'hiddenAt'>

export type ListValues = Omit<NewList, 'slugBase' | 'createdAt' | 'authorId'>

/** A file of an upload was deleted by a sweep before the upload could link it. */
export class FilesGone extends Error {
  override name = 'FilesGone'
}

/** A creation with the same idempotency key was stored before. */
export class AlreadyCreated extends Error {
  override name = 'AlreadyCreated'
}

/**
 * Returns the blocked contents with the size of one of the files, by their SHA-256. FOR KEY SHARE makes a new block
 * wait until this transaction ends.
 */
export async function findBlocked(db: Db, files: readonly StoredFile[]): Promise<string[]> {
  const rows = await db.$queryRaw<{ hash: string }[]>`
    SELECT encode(hash, 'hex') AS hash FROM blocked_files WHERE bytes = ANY(${files.map(({ bytes }) => bytes)}::int[])
    FOR KEY SHARE`
  return rows.map(({ hash }) => hash)
}

/** Returns the names of those files whose content is blocked. Locks like findBlocked. */
export async function findBlockedNames(db: Db, ids: readonly number[]): Promise<string[]> {
  const rows = await db.$queryRaw<{ name: string }[]>`
    SELECT clean_name AS name FROM files JOIN blocked_files b ON b.bytes = files.bytes AND b.hash = sha256(content)
    WHERE files.id = ANY(${ids}::int[]) FOR KEY SHARE OF b`
  return rows.map(({ name }) => name)
}

export interface FileName {
  id: number
  cleanName: string
  bytes: number
}

const fileName = { id: true, cleanName: true, bytes: true } satisfies Prisma.FileSelect

/** Returns the names and sizes of the files of an upload, in their order. Throws FilesGone if one is not stored. */
export async function findUploaded(db: Db, files: readonly StoredFile[]): Promise<FileName[]> {
  const where = { hash: { in: files.map(({ hash }) => hash) } }
  const found = await db.file.findMany({ where, select: { ...fileName, hash: true } })
  const byHash = new Map(found.map(({ hash, ...file }) => [hexOf(hash), file]))
  return files.map(({ hash }) => {
    const file = byHash.get(hexOf(hash))
    if (file === undefined) throw new FilesGone()
    return file
  })
}

export async function findFileNames(db: Db, ids: readonly number[]): Promise<FileName[]> {
  const files = await db.file.findMany({ where: { id: { in: [...ids] } }, select: fileName })
  const byId = new Map(files.map((file) => [file.id, file]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** The creation of a list that its client may repeat. Only hashes are stored. */
export interface StoredKey {
  key: Uint8Array<ArrayBuffer>
  body: Uint8Array<ArrayBuffer>
  salt: Uint8Array<ArrayBuffer>
}

interface ListParts {
  files: readonly StoredFile[]
  words: readonly string[]
  ownerKeyHash?: Uint8Array | null
  sender?: Uint8Array | null
  key?: StoredKey | null
}

/**
 * Stores a list under the next free slug of its base, which no list has and no deletion reserves. The number after
 * `lastNumber` is usually free. If a running upload takes it, this one waits for its end, and takes the next. A private
 * list gets a random slug, which is its own base. Throws FilesGone, or AlreadyCreated.
 */
export async function insertList(
  db: Transaction,
  list: NewList,
  lastNumber: number,
  parts: ListParts,
): Promise<ListRow> {
  const { files, words, ownerKeyHash = null, sender = null, key = null } = parts
  const hashes = files.map(({ hash }) => hexOf(hash))
  for (let number = list.private ? 1 : lastNumber + 1; ; ) {
    const slugBase = list.private ? unguessableSlug(list.slugBase) : list.slugBase
    const slug = numberedSlug(slugBase, number)
    const { columns, values } = storedColumns({ ...list, slugBase })
    const [row] = await findListRows<{ linked: number; keyed: number }>(
      db,
      statement`
        WITH saved AS (
          INSERT INTO lists (${columns}, slug, slug_number)
          SELECT ${values}, ${slug}, ${number}::int WHERE NOT EXISTS (SELECT FROM freed_slugs WHERE slug = ${slug})
          ON CONFLICT DO NOTHING RETURNING *
        ),
        linked AS (
          INSERT INTO list_files (list_id, position, file_id)
          SELECT saved.id, place - 1, files.id FROM saved, unnest(${hashes}::text[]) WITH ORDINALITY AS given(hash, place)
          JOIN files ON files.hash = decode(given.hash, 'hex') RETURNING 1
        ),
        owned_by AS (
          INSERT INTO owner_keys (list_id, hash)
          SELECT id, ${ownerKeyHash}::bytea FROM saved WHERE ${ownerKeyHash}::bytea IS NOT NULL
        ),
        sent_by AS (
          INSERT INTO list_senders (list_id, sender, created_at)
          SELECT id, ${sender}::bytea, created_at FROM saved WHERE ${sender}::bytea IS NOT NULL
        ),
        keyed AS (
          INSERT INTO idempotency_keys (key, body, salt, list_id, created_at)
          SELECT ${key?.key ?? null}::bytea, ${key?.body ?? null}::bytea, ${key?.salt ?? null}::bytea, id, created_at
          FROM saved WHERE ${key?.key ?? null}::bytea IS NOT NULL ON CONFLICT DO NOTHING RETURNING 1
        ),
        found_by AS (
          INSERT INTO list_search (list_id, words) SELECT saved.id, array_to_tsvector(${words}::text[]) FROM saved
        )
        SELECT ${LIST_COLUMNS}, (SELECT count(*)::int FROM linked) AS linked, (SELECT count(*)::int FROM keyed) AS keyed
        FROM saved AS lists ${LIST_JOINS}`,
    )
    if (row !== undefined) {
      const { linked, keyed, ...inserted } = row
      if (key !== null && keyed === 0) throw new AlreadyCreated()
      if (linked < files.length) throw new FilesGone()
      return inserted
    }
    if (list.private) continue
    await lock(db, 'slugs', slugBase) // of many uploads at once, each would wait for each of the others
    number = await findFreeNumber(db, slugBase, number + 1)
  }
}

export const storeWords = (db: Db, lists: readonly { id: number; words: readonly string[] }[]) =>
  db.$executeRaw`
    INSERT INTO list_search (list_id, words) SELECT id, array_to_tsvector(given.words)
    FROM json_to_recordset(${JSON.stringify(lists)}::json) AS given (id int, words text[])
    ON CONFLICT (list_id) DO UPDATE SET words = excluded.words`

/** Replaces the files of a list, touching only those that have changed or moved. */
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

/** Replaces the values and files of a list, and archives the old revision. Without a change, its ETag stays. */
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

/** Locks and returns a list; null if it does not exist. The clock is read after the wait for the lock. */
export async function lockList(db: Db, slug: string, clock: () => Date): Promise<(OwnedList & LockedList) | null> {
  if (!isSlug(slug)) return null
  await lockListsWhere(db, Prisma.sql`slug = ${slug}`)
  const list = await findOwnedList(db, slug, clock())
  if (list === null) return null
  return { ...list, fileIds: await findFileIds(db, list.id) }
}

export async function findFileIds(db: Db, listId: number): Promise<number[]> {
  const files = await db.listFile.findMany({
    where: { listId },
    select: { fileId: true },
    orderBy: { position: 'asc' },
  })
  return files.map(({ fileId }) => fileId)
}

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
