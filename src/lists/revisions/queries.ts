import type { Db } from '../../db/client.ts'
import { SNAPSHOT } from '../../db/snapshot.ts'
import { prepared, type Statements, selected } from '../../db/statements.ts'
import {
  type FileEntry,
  type FileEntryJson,
  type FoundDetail,
  fileEntry,
  fileEntrySql,
  filesOfListSql,
} from '../detail/queries.ts'
import { findListRows, GAME_FIELDS, LIST_COLUMNS, LIST_JOINS, type ListRow } from '../queries.ts'
import { isSlug } from '../slug.ts'
import { visibleSql } from '../visibility-queries.ts'
import { keptFields, REVISION_FIELDS, type StoredRevision } from './keeping-queries.ts'

/** A revision, past or current, as pages of a history show it. */
export interface Revision
  extends Pick<StoredRevision, 'number' | 'createdAt' | 'name' | 'version' | 'note' | 'private'> {
  game: Pick<ListRow['game'], 'id' | 'nexusDomain'>
  /** In the order of the upload. */
  files: FileEntry[]
}

/** A list with all of its revisions, newest first. The first one is the current revision. */
export interface FoundHistory {
  snapshot: string
  row: ListRow
  revisions: Revision[]
}

/** A revision with its list as it is now. */
interface FoundRevision extends FoundDetail {
  list: ListRow
}

interface HistoryColumns {
  snapshot: string
  fileIds: number[]
  past: (Omit<Revision, 'createdAt' | 'files'> & { createdAt: string; fileIds: number[] })[] | null
  files: FileEntryJson[] | null
}

/** Finds a list with its whole history, which has at most MAX_REVISIONS entries. Each file is read once. */
export async function findHistory(db: Statements, slug: string, now: Date): Promise<FoundHistory | null> {
  if (!isSlug(slug)) return null
  const [row] = await findListRows<HistoryColumns>(
    db,
    prepared('history')`
      SELECT ${SNAPSHOT} AS snapshot, ${LIST_COLUMNS},
        ARRAY(SELECT file_id FROM list_files WHERE list_id = lists.id ORDER BY position) AS "fileIds",
        (
          SELECT json_agg(json_build_object('number', number, 'createdAt', created_at, 'name', name, 'version', version,
            'note', note, 'private', private, 'fileIds', file_ids, 'game', json_build_object('id', game_id, 'nexusDomain',
              (SELECT nexus_domain FROM games WHERE games.id = game_id))) ORDER BY number DESC)
          FROM list_revisions WHERE list_id = lists.id
        ) AS past,
        (
          SELECT json_agg(${fileEntrySql}) FROM files f WHERE id IN (
            SELECT file_id FROM list_files WHERE list_id = lists.id
            UNION ALL SELECT file_id FROM revision_files WHERE list_id = lists.id
          )
        ) AS files
      FROM lists ${LIST_JOINS} WHERE slug = ${slug} AND ${visibleSql(now)}`,
  )
  if (row === undefined) return null
  const files = new Map((row.files ?? []).map((file) => [file.id, fileEntry(file)]))
  const filesOf = (ids: readonly number[]) => ids.flatMap((id) => files.get(id) ?? [])
  const { revisionNumber: number, revisedAt, updatedAt, name, version, note } = row
  const current = {
    number,
    createdAt: revisedAt ?? updatedAt,
    name,
    version,
    note,
    private: row.private,
    game: row.game,
  }
  const past = (row.past ?? []).map(({ fileIds, createdAt, ...revision }) => ({
    ...revision,
    createdAt: new Date(createdAt),
    files: filesOf(fileIds),
  }))
  return { snapshot: row.snapshot, row, revisions: [{ ...current, files: filesOf(row.fileIds) }, ...past] }
}

interface RevisionColumns {
  snapshot: string
  isFound: boolean
  past: StoredRevision | { number: null }
  pastGame: ListRow['game']
  files: FileEntryJson[] | null
}

/**
 * Finds a revision in the shape of a list: with its own fields and files, the time when it was made as `updatedAt`, and
 * all other values of the current list. Returns null if the list does not exist, and null as `row` if only the revision
 * does not exist.
 */
export async function findRevision(
  db: Statements,
  slug: string,
  number: number,
  now: Date,
): Promise<FoundRevision | { list: ListRow; row: null } | null> {
  if (!isSlug(slug)) return null
  const [found] = await findListRows<RevisionColumns>(
    db,
    prepared('revision')`
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
      ? { ...list, updatedAt: list.revisedAt ?? list.updatedAt }
      : { ...list, ...keptFields(past), game: pastGame, updatedAt: past.createdAt }
  return { snapshot, list, row: { ...shown, shownRevision: number }, files: (files ?? []).map(fileEntry) }
}

/**
 * Deletes a past revision, and reports whether it existed. The next sweep deletes its files if nothing else uses them.
 */
export async function deleteRevision(db: Db, listId: number, number: number): Promise<boolean> {
  const { count } = await db.listRevision.deleteMany({ where: { listId, number } })
  return count > 0
}
