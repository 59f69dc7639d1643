import type { Database } from '../../../src/db/client.ts'
import type { ListRow } from '../../../src/lists/queries.ts'
import { unexpired } from '../../../src/lists/visibility-queries.ts'

/** A list as Prisma reads it: what the statements of src/lists are held against. */
export const listByPrisma = (db: Database, slug: string, now: Date): Promise<ListRow | null> =>
  db.list.findFirst({ where: { slug, ...unexpired(now) }, include: { game: true, author: true } })

/** All lists with their histories, files, hashes of owner's keys and freed slugs as they are stored: what a refusal must leave as it was. */
export async function storedRows(db: Database) {
  return {
    lists: await db.list.findMany({ orderBy: { id: 'asc' } }),
    listFiles: await db.listFile.findMany({ orderBy: [{ listId: 'asc' }, { position: 'asc' }] }),
    files: await db.file.findMany({ orderBy: { id: 'asc' } }),
    revisions: await db.listRevision.findMany({ orderBy: [{ listId: 'asc' }, { number: 'asc' }] }),
    revisionFiles: await db.revisionFile.findMany({ orderBy: [{ listId: 'asc' }, { fileId: 'asc' }] }),
    ownerKeys: await db.ownerKey.findMany({ orderBy: { listId: 'asc' } }),
    freedSlugs: await db.freedSlug.findMany({ orderBy: { slug: 'asc' } }),
  }
}

export const NOTHING_STORED = {
  lists: [],
  listFiles: [],
  files: [],
  revisions: [],
  revisionFiles: [],
  ownerKeys: [],
  freedSlugs: [],
}
