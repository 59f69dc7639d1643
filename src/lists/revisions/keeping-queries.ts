import { Prisma } from '../../db/generated/client.ts'
import { columnOf } from '../../db/statements.ts'
import type { ListRow, StoredList } from '../queries.ts'

/*
 * Storage of a list's history (docs/api.md#history). The current revision is the list itself. An update that changes
 * something first archives the list as a row of list_revisions, which refers to the files by their ids. So a create
 * writes no history, and no content is stored twice. Every change of a list holds its lock, so revision numbers are
 * unique. Triggers maintain revision_files, which tells the sweep that a file is in use. Reasons:
 * docs/decisions/revisions.md.
 */

/** A list that this transaction has locked, with the ids of its files in their order. */
export type LockedList = ListRow & { fileIds: number[] }

/** A row of `list_revisions`. */
export type StoredRevision = Prisma.ListRevisionGetPayload<object>

type RevisionField = Exclude<
  keyof typeof Prisma.ListRevisionScalarFieldEnum & keyof typeof Prisma.ListScalarFieldEnum,
  'createdAt'
>

/** The fields that lists and revisions have in common. Both have a `createdAt`, but these are different times. */
export const REVISION_FIELDS = Object.values(Prisma.ListRevisionScalarFieldEnum).filter(
  (field): field is RevisionField => field in Prisma.ListScalarFieldEnum && field !== 'createdAt',
)

/** Returns the fields that a list or a revision shares with revisions. */
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

/** The time when the current revision of a list was made. */
export const revisedAtSql = Prisma.sql`coalesce(revised_at, updated_at)`

/**
 * Returns common table expressions that archive a list as a past revision. They keep at most `most` revisions, including
 * the current one, and delete the oldest ones.
 */
export function archiveSql({ id, fileIds }: LockedList, most: number): Prisma.Sql {
  const fields = Prisma.raw(REVISION_FIELDS.map(columnOf).join(', '))
  return Prisma.sql`
    trimmed AS (
      DELETE FROM list_revisions WHERE list_id = ${id} AND number IN (
        SELECT number FROM list_revisions WHERE list_id = ${id}
        ORDER BY number DESC OFFSET ${Prisma.raw(String(Math.max(0, most - 2)))}
      )
    ),
    archived AS (
      INSERT INTO list_revisions (list_id, number, created_at, file_ids, ${fields})
      SELECT id, revision_number, ${revisedAtSql}, ${fileIds}::int[], ${fields} FROM lists
      WHERE id = ${id} AND ${Prisma.raw(String(most !== 1))}
    )`
}
