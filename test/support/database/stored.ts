import type { Database } from '../../../src/db/client.ts'
import type { ListRow } from '../../../src/lists/queries.ts'
import { visible } from '../../../src/lists/visibility-queries.ts'

/** Reads a list with Prisma, for comparison with the statements of src/lists. */
export const listByPrisma = (db: Database, slug: string, now: Date): Promise<ListRow | null> =>
  db.list.findFirst({
    where: { slug, ...visible(now) },
    include: {
      game: { select: { id: true, name: true, nexusDomain: true } },
      author: { select: { name: true, verified: true } },
    },
  })

/** Returns all stored rows except users and tokens. A refused request must not change them. */
export async function storedRows(db: Database) {
  return {
    lists: await db.list.findMany({ orderBy: { id: 'asc' } }),
    listFiles: await db.listFile.findMany({ orderBy: [{ listId: 'asc' }, { position: 'asc' }] }),
    files: await db.file.findMany({ orderBy: { id: 'asc' } }),
    revisions: await db.listRevision.findMany({ orderBy: [{ listId: 'asc' }, { number: 'asc' }] }),
    revisionFiles: await db.revisionFile.findMany({ orderBy: [{ listId: 'asc' }, { fileId: 'asc' }] }),
    ownerKeys: await db.ownerKey.findMany({ orderBy: { listId: 'asc' } }),
    freedSlugs: await db.freedSlug.findMany({ orderBy: { slug: 'asc' } }),
    reports: await db.report.findMany({ orderBy: { id: 'asc' } }),
    actions: await db.moderationAction.findMany({ orderBy: { id: 'asc' } }),
    blocks: await db.blockedFile.findMany({ orderBy: { hash: 'asc' } }),
    suspensions: await db.suspension.findMany({ orderBy: { userId: 'asc' } }),
  }
}

/**
 * Like storedRows, without the files that no list has. A write that is refused once its files are stored leaves them to the
 * sweep.
 */
export async function linkedRows(db: Database) {
  const where = { OR: [{ lists: { some: {} } }, { revisions: { some: {} } }] }
  return { ...(await storedRows(db)), files: await db.file.findMany({ where, orderBy: { id: 'asc' } }) }
}

export const NOTHING_STORED = {
  lists: [],
  listFiles: [],
  files: [],
  revisions: [],
  revisionFiles: [],
  ownerKeys: [],
  freedSlugs: [],
  reports: [],
  actions: [],
  blocks: [],
  suspensions: [],
}
