import { Prisma } from '../../db/generated/client.ts'
import { columnOf } from '../../db/statements.ts'
import { LIST_FIELDS, type ListRow, type StoredList } from '../queries.ts'

/*
 * How a list's history is kept (docs/api.md#history). The present revision is the list itself; an update
 * that changes something puts away what was there, as one row of list_revisions that names its files by their ids. So a
 * create writes nothing for the history, no content is ever stored twice, and a list from before there was a history has
 * its revision 1. Whoever changes a list holds its lock: its numbers are never given twice. Triggers keep revision_files, by
 * which the sweep sees that a file is in use. Measured by `npm run bench -- upload`; why: docs/decisions/revisions.md.
 */

/** A list whose lock this transaction holds, with the ids of its files in their order. */
export type LockedList = ListRow & { fileIds: number[] }

/** A past revision by itself, as it is stored. */
export type StoredRevision = Prisma.ListRevisionGetPayload<object>

type RevisionField = Exclude<
  keyof typeof Prisma.ListRevisionScalarFieldEnum & keyof typeof Prisma.ListScalarFieldEnum,
  'createdAt'
>
const isRevisionField = (field: string): field is RevisionField =>
  field !== 'createdAt' && (LIST_FIELDS as readonly string[]).includes(field)

/** The fields of a list that a revision keeps: those that both have. The time of each is its own. */
export const REVISION_FIELDS: readonly RevisionField[] = Object.values(Prisma.ListRevisionScalarFieldEnum).filter(
  isRevisionField,
)

/** What a revision keeps of a list, or of a revision. */
export const keptFields = (row: Pick<StoredList, RevisionField>): Pick<StoredList, RevisionField> =>
  Object.fromEntries(REVISION_FIELDS.map((field) => [field, row[field]])) as Pick<StoredList, RevisionField>

/** Whether these values and files make another revision of the list. Times, the order of files and a note alone do not. */
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

/** When the present revision of a list was made. */
export const revisedAtSql = Prisma.sql`coalesce(revised_at, updated_at)`

/**
 * Expressions of a WITH that store a list as a past revision. If there are more than `most` revisions then, the present one
 * included, the oldest are deleted. Null deletes none.
 */
export function putAwaySql({ id, fileIds }: LockedList, most: number | null): Prisma.Sql {
  const fields = Prisma.raw(REVISION_FIELDS.map(columnOf).join(', '))
  const forgotten =
    most === null
      ? Prisma.empty
      : Prisma.sql`forgotten AS (
          DELETE FROM list_revisions WHERE list_id = ${id} AND number IN (
            SELECT number FROM list_revisions WHERE list_id = ${id}
            ORDER BY number DESC OFFSET ${Prisma.raw(String(Math.max(0, most - 2)))}
          )
        ),`
  return Prisma.sql`
    ${forgotten}
    put_away AS (
      INSERT INTO list_revisions (list_id, number, created_at, file_ids, ${fields})
      SELECT id, revision_number, ${revisedAtSql}, ${fileIds}::int[], ${fields} FROM lists
      WHERE id = ${id} AND ${Prisma.raw(String(most !== 1))}
    )`
}
