import type { Db } from '../../db/client.ts'
import { Prisma } from '../../db/generated/client.ts'
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

/** Returns the time when the current revision of a list was made. */
export const revisedAt = (list: Pick<StoredList, 'revisedAt' | 'updatedAt'>): Date => list.revisedAt ?? list.updatedAt

/**
 * Archives a list as a past revision. Keeps at most `most` revisions, including the current one, and deletes the oldest
 * ones.
 */
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
