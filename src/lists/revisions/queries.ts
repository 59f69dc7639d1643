import type { Db } from '../../db/client.ts'
import { Prisma } from '../../db/generated/client.ts'
import { SNAPSHOT } from '../../db/snapshot.ts'
import { selected, statement } from '../../db/sql.ts'
import {
  type FileEntry,
  type FileEntryJson,
  type FoundDetail,
  fileEntry,
  fileEntrySql,
  filesOfListSql,
  findDetail,
} from '../hot-queries.ts'
import { findListRows, GAME_FIELDS, LIST_COLUMNS, LIST_JOINS, type ListRow, type StoredList } from '../queries.ts'
import { isSlug } from '../slug.ts'
import { visibleSql } from '../visibility-queries.ts'

/** A revision, past or current, as pages of a history show it. */
export interface Revision
  extends Pick<StoredRevision, 'number' | 'createdAt' | 'name' | 'version' | 'note' | 'private'> {
  game: Pick<ListRow['game'], 'id' | 'nexusDomain'>
  files: FileEntry[]
}

/** A list with all its revisions, newest first. The first one is the current revision. */
export interface FoundHistory {
  snapshot: string
  row: ListRow
  revisions: Revision[]
}

interface FoundRevision extends FoundDetail {
  list: ListRow
}

interface Past {
  revisions: (Omit<Revision, 'createdAt' | 'files'> & { createdAt: string; fileIds: number[] })[] | null
  files: FileEntryJson[] | null
}

const pastSql = Prisma.sql`
  json_build_object(
    'revisions', (
      SELECT json_agg(json_build_object('number', past.number, 'createdAt', past.created_at, 'name', past.name,
        'version', past.version, 'note', past.note, 'private', past.private, 'fileIds', past.file_ids,
        'game', json_build_object('id', g.id, 'nexusDomain', g.nexus_domain)) ORDER BY past.number DESC)
      FROM list_revisions past JOIN games g ON g.id = past.game_id WHERE past.list_id = lists.id
    ),
    'files', (
      SELECT json_agg(${fileEntrySql})
      FROM revision_files rf JOIN files f ON f.id = rf.file_id WHERE rf.list_id = lists.id
    )
  )`

/** Finds a list with its whole history, which has at most MAX_REVISIONS entries. Each file is read once. */
export async function findHistory(db: Db, slug: string, now: Date): Promise<FoundHistory | null> {
  const found = await findDetail<Past>(db, slug, now, visibleSql, pastSql)
  if (found === null) return null
  const { snapshot, row, files, more } = found
  const pastFiles = new Map((more.files ?? []).map((file) => [file.id, fileEntry(file)]))
  const past = (more.revisions ?? []).map(({ fileIds, createdAt, ...revision }) => ({
    ...revision,
    createdAt: new Date(createdAt),
    files: fileIds.flatMap((id) => pastFiles.get(id) ?? []),
  }))
  const { revisionNumber: number, name, version, note, game } = row
  const current = { number, createdAt: revisedAt(row), name, version, note, private: row.private, game, files }
  return { snapshot, row, revisions: [current, ...past] }
}

interface RevisionColumns {
  snapshot: string
  isFound: boolean
  past: StoredRevision | { number: null }
  pastGame: ListRow['game']
  files: FileEntryJson[] | null
}

/**
 * Finds a revision in the shape of a list, with the time when it was made as `updatedAt`. Returns null if there is no
 * list, and null as `row` if there is no revision.
 */
export async function findRevision(
  db: Db,
  slug: string,
  number: number,
  now: Date,
): Promise<FoundRevision | { list: ListRow; row: null } | null> {
  if (!isSlug(slug)) return null
  const [found] = await findListRows<RevisionColumns>(
    db,
    statement`
      SELECT ${SNAPSHOT} AS snapshot, revision_number = ${number} OR past.number IS NOT NULL AS "isFound", ${LIST_COLUMNS},
        ${selected('past', ['number', 'createdAt', ...REVISION_FIELDS], 'past.')},
        ${selected('past_games', GAME_FIELDS, 'pastGame.')},
        CASE WHEN past.number IS NULL THEN (${filesOfListSql}) ELSE (
          SELECT json_agg(${fileEntrySql} ORDER BY place)
          FROM unnest(past.file_ids) WITH ORDINALITY AS held(id, place) JOIN files f ON f.id = held.id
        ) END AS files
      FROM lists ${LIST_JOINS}
        LEFT JOIN list_revisions past ON past.list_id = lists.id AND past.number = ${number}
        LEFT JOIN games past_games ON past_games.id = past.game_id
      WHERE slug = ${slug} AND ${visibleSql(now)}`,
  )
  if (found === undefined) return null
  const { snapshot, isFound, past, pastGame, files, ...list } = found
  if (!isFound) return { list, row: null }
  const shown =
    past.number === null
      ? { ...list, updatedAt: revisedAt(list) }
      : { ...list, ...keptFields(past), game: pastGame, updatedAt: past.createdAt }
  return { snapshot, list, row: { ...shown, shownRevision: number }, files: (files ?? []).map(fileEntry) }
}

/** Deletes a past revision, and reports whether it existed. The next sweep deletes its unused files. */
export async function deleteRevision(db: Db, listId: number, number: number): Promise<boolean> {
  const { count } = await db.listRevision.deleteMany({ where: { listId, number } })
  return count > 0
}

/*
 * Storage of a list's history. The current revision is the list itself. An update first archives it as a row of
 * list_revisions, with the ids of its files, so that a create writes no history and no content is stored twice. Every
 * change holds the list's lock, so numbers are unique. Triggers maintain revision_files, by which the sweep knows that
 * a file is in use. Reasons: docs/decisions/revisions.md.
 */

/** A list that this transaction has locked, with the ids of its files in their order. */
export type LockedList = ListRow & { fileIds: number[] }

type StoredRevision = Prisma.ListRevisionGetPayload<object>

type RevisionField = Exclude<
  keyof typeof Prisma.ListRevisionScalarFieldEnum & keyof typeof Prisma.ListScalarFieldEnum,
  'createdAt'
>

/** The fields that lists and revisions have in common. Both have a `createdAt`, but these are different times. */
const REVISION_FIELDS = Object.values(Prisma.ListRevisionScalarFieldEnum).filter(
  (field): field is RevisionField => field in Prisma.ListScalarFieldEnum && field !== 'createdAt',
)

export const keptFields = (row: Pick<StoredList, RevisionField>): Pick<StoredList, RevisionField> =>
  Object.fromEntries(REVISION_FIELDS.map((field) => [field, row[field]])) as Pick<StoredList, RevisionField>

/** Reports whether these values and files make a new revision. Times, the order of files or a note alone do not. */
export function isRevised(
  list: LockedList,
  values: Pick<StoredList, RevisionField>,
  fileIds: readonly number[],
): boolean {
  const before = new Set(list.fileIds)
  return (
    REVISION_FIELDS.some((field) => field !== 'note' && list[field] !== values[field]) ||
    before.size !== fileIds.length ||
    fileIds.some((id) => !before.has(id))
  )
}

export const revisedAt = (list: Pick<StoredList, 'revisedAt' | 'updatedAt'>): Date => list.revisedAt ?? list.updatedAt

/** Archives a list as a past revision. Keeps the newest `most` revisions, including the current one. */
export async function archive(db: Db, list: LockedList, most: number): Promise<void> {
  const { id: listId, revisionNumber: number, fileIds } = list
  const oldest = await db.listRevision.findMany({
    where: { listId },
    select: { number: true },
    orderBy: { number: 'desc' },
    skip: Math.max(0, most - 2),
  })
  await db.listRevision.deleteMany({ where: { listId, number: { in: oldest.map(({ number }) => number) } } })
  if (most === 1) return
  await db.listRevision.create({ data: { ...keptFields(list), listId, number, fileIds, createdAt: revisedAt(list) } })
}
