import { isDeepStrictEqual } from 'node:util'
import { Prisma } from '../../db/generated/client.ts'
import { findOnlyRow, prepared, type Statements } from '../../db/statements.ts'
import { OWNED_COLUMNS, type OwnedList } from '../ownership/queries.ts'
import {
  findListRows,
  LIST_COLUMNS,
  LIST_FIELDS,
  LIST_JOINS,
  type ListRow,
  type StoredList,
  storedColumns,
} from '../queries.ts'
import { archiveSql, isRevised, type LockedList, revisedAtSql } from '../revisions/keeping-queries.ts'
import { isSlug } from '../slug.ts'
import { existingSql } from '../visibility-queries.ts'
import type { FileIds } from './files/queries.ts'
import type { StoredFile } from './files/uploaded-files.ts'

// The statements of a write are few and prepared, to keep uploads fast. Their rows have the shape of Prisma's.

/** The values of a new list, without its slug. A new column is included, so the input must provide it. */
export type NewList = Omit<
  StoredList,
  'id' | 'slug' | 'slugNumber' | 'changeId' | 'revisionNumber' | 'revisedAt' | 'hiddenAt'
>

/** The values that both a create and an update store. */
export type ListValues = Omit<NewList, 'slugBase' | 'createdAt' | 'authorId'>

/**
 * Data that a write needs first: the name of the game, the ids of the files that are stored already, and the last
 * number of a slug base. It must be read within the transaction that writes. Behind a pooler, the next transaction may
 * reach another database server, where the ids may belong to other files.
 */
interface Prefetched {
  /** Null if there is no such game. */
  game: string | null
  fileIds: FileIds
  slugNumber: number
  /** Blocked contents that have the size of one of the files, by their SHA-256 in hexadecimal. */
  blocked: string[]
}

/** FOR KEY SHARE makes a new block wait until this transaction ends (lockBlocks in moderation/blocks/queries.ts). */
export async function prefetch(
  db: Statements,
  { gameId, files, slugBase }: { gameId?: number | undefined; files: readonly StoredFile[]; slugBase: string | null },
): Promise<Prefetched> {
  const hashes = files.map(({ hash }) => hash)
  const sizes = files.map(({ bytes }) => bytes)
  const row = await findOnlyRow<
    Pick<Prefetched, 'game' | 'slugNumber' | 'blocked'> & { ids: number[]; hashes: string[] }
  >(
    db,
    prepared('prefetch')`
      SELECT (SELECT name FROM games WHERE id = ${gameId ?? null}) AS game,
        greatest(
          0,
          (SELECT slug_number FROM lists WHERE slug_base = ${slugBase} ORDER BY slug_number DESC LIMIT 1),
          (SELECT slug_number FROM freed_slugs WHERE slug_base = ${slugBase} ORDER BY slug_number DESC LIMIT 1)
        ) AS "slugNumber",
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
const REPLACING_WORDS = Prisma.sql`ON CONFLICT (list_id) DO UPDATE SET words = excluded.words`
/**
 * Skips files that are in their place already. NOT EXISTS would do too, but a plan cached while the catalog was small
 * could then read all of list_files. A new list does not need the clause, and saves a WAL record per file without it.
 */
const KEEPING_PLACES = Prisma.sql`ON CONFLICT DO NOTHING`

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
  db: Statements,
  list: LockedList,
  given: ListValues,
  fileIds: readonly number[],
  words: readonly string[],
  maxRevisions: number,
): Promise<ListRow> {
  if (isUnchanged(list, given, fileIds)) return list
  const { id } = list
  const revised = isRevised(list, given, fileIds)
  const { columns, values } = storedColumns({ ...given, note: revised ? given.note : list.note })
  const unplaced = Prisma.sql`
    DELETE FROM list_files WHERE list_id = ${id} AND file_id IS DISTINCT FROM (${fileIds}::int[])[position + 1]`
  await db.query(
    revised
      ? prepared('archive list')`WITH ${archiveSql(list, maxRevisions)} ${unplaced}`
      : prepared('empty list')`${unplaced}`,
  )
  const [row] = await findListRows(
    db,
    prepared('replace list')`
      WITH saved AS (
        UPDATE lists SET (${columns}, change_id, revision_number, revised_at) = (
          ${values}, gen_random_uuid(), revision_number + ${revised}::boolean::int,
          CASE WHEN ${revised}::boolean THEN NULL ELSE ${revisedAtSql} END
        ) WHERE id = ${id} RETURNING *
      ),
      placed AS (${placedSql(fileIds)} ${KEEPING_PLACES}),
      found_by AS (${foundBySql(words)} ${REPLACING_WORDS})
      SELECT ${LIST_COLUMNS} FROM saved AS lists ${LIST_JOINS}`,
  )
  return row ?? gone()
}

function gone(): never {
  throw new Error('Unexpected: a locked list has disappeared.')
}

/**
 * Locks a list until the transaction ends, and returns it; null if it does not exist. The clock is read after the list
 * is locked, because the list may expire while this waits for the lock.
 */
export async function lockList(
  db: Statements,
  slug: string,
  clock: () => Date,
): Promise<(OwnedList & LockedList) | null> {
  if (!isSlug(slug)) return null
  await db.query(prepared('lock list')`SELECT FROM lists WHERE slug = ${slug} FOR UPDATE`)
  const [row] = await findListRows<Pick<OwnedList & LockedList, 'ownerKeyHash' | 'hiddenReason' | 'fileIds'>>(
    db,
    prepared('locked list')`
      SELECT ${LIST_COLUMNS}, ${OWNED_COLUMNS},
        ARRAY(SELECT file_id FROM list_files WHERE list_id = lists.id ORDER BY position) AS "fileIds"
      FROM lists ${LIST_JOINS} WHERE slug = ${slug} AND ${existingSql(clock())}`,
  )
  return row ?? null
}

/** Makes a user the author of a list. Deletes the list's owner key and replaces its indexed words. */
export async function giveToAuthor(
  db: Statements,
  id: number,
  { authorId, expiresAt }: { authorId: number; expiresAt: Date | null },
  words: readonly string[],
): Promise<ListRow> {
  const [row] = await findListRows(
    db,
    prepared('give list')`
      WITH saved AS (UPDATE lists SET author_id = ${authorId}, expires_at = ${expiresAt}::timestamptz WHERE id = ${id} RETURNING *),
      unowned AS (DELETE FROM owner_keys WHERE list_id = ${id}),
      found_by AS (${foundBySql(words)} ${REPLACING_WORDS})
      SELECT ${LIST_COLUMNS} FROM saved AS lists ${LIST_JOINS}`,
  )
  return row ?? gone()
}
