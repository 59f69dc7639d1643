import type { Db } from '../db/client.ts'
import { type ListRow, related } from './queries.ts'
import { numberedSlug, slugStem } from './slug.ts'
import type { StoredFile } from './upload.ts'

/** Any number: keeps the locks on slugs apart from other advisory locks. */
const SLUG_LOCKS = 5_274_902

/** How many slugs one look covers: nearly always the first one is free. */
const CANDIDATES = 32

/** The columns that a create and an update write alike. */
export interface ListValues {
  name: string
  version: string | null
  description: string | null
  website: string | null
  discord: string | null
  readme: string | null
  private: boolean
  expiresAt: Date | null
  updatedAt: Date
  gameId: number
}

export interface Slug {
  slug: string
  slugBase: string
  slugNumber: number
}

/**
 * Stores the files that are not there yet and gives the ids of all, in their order. The order of the hashes decides
 * who waits for whom: two transactions with the same files can't wait for each other.
 */
export async function storeFiles(db: Db, files: readonly StoredFile[], now: Date): Promise<number[]> {
  const known = await fileIds(db, files)
  const unknown = files.filter(({ hash }) => !known.has(hashKey(hash))).sort((a, b) => Buffer.compare(a.hash, b.hash))
  for (const file of unknown) {
    await db.file.createMany({ data: { ...file, createdAt: now }, skipDuplicates: true })
  }
  const ids = unknown.length === 0 ? known : await fileIds(db, files)
  // A file that a sweep took away in between has no id; 0 breaks the foreign key, and the transaction is tried again.
  return files.map(({ hash }) => ids.get(hashKey(hash)) ?? 0)
}

async function fileIds(db: Db, files: readonly StoredFile[]): Promise<Map<string, number>> {
  const rows = await db.file.findMany({
    where: { hash: { in: files.map(({ hash }) => hash) } },
    select: { id: true, hash: true },
  })
  return new Map(rows.map(({ id, hash }) => [hashKey(hash), id]))
}

const hashKey = (hash: Uint8Array) => Buffer.from(hash).toString('hex')

/** The next free slug of a base. Until the transaction ends, no other one gets a slug that could be the same. */
export async function takeSlug(db: Db, base: string): Promise<Slug> {
  await db.$executeRaw`SELECT pg_advisory_xact_lock(${SLUG_LOCKS}::int, hashtext(${slugStem(base)}))`
  const last = await db.list.findFirst({
    where: { slugBase: base },
    orderBy: { slugNumber: 'desc' },
    select: { slugNumber: true },
  })

  for (let from = (last?.slugNumber ?? 0) + 1; ; from += CANDIDATES) {
    const candidates = Array.from({ length: CANDIDATES }, (_, index) => numberedSlug(base, from + index))
    // Slugs of other bases may be in the way: a list can be named "My List 2" from the start.
    const rows = await db.list.findMany({ where: { slug: { in: candidates } }, select: { slug: true } })
    const taken = new Set(rows.map(({ slug }) => slug))
    const slug = candidates.find((candidate) => !taken.has(candidate))
    if (slug !== undefined) return { slug, slugBase: base, slugNumber: from + candidates.indexOf(slug) }
  }
}

export function insertList(
  db: Db,
  values: ListValues & Slug & { createdAt: Date; authorId: number | null },
  fileIds: readonly number[],
): Promise<ListRow> {
  return db.list.create({ data: { ...values, files: { createMany: { data: placed(fileIds) } } }, include: related })
}

/** Puts other values and files in the place of a list's own. */
export async function replaceList(
  db: Db,
  id: number,
  values: ListValues,
  fileIds: readonly number[],
): Promise<ListRow> {
  await db.listFile.deleteMany({ where: { listId: id } })
  return db.list.update({
    where: { id },
    data: { ...values, revision: { increment: 1 }, files: { createMany: { data: placed(fileIds) } } },
    include: related,
  })
}

const placed = (fileIds: readonly number[]) => fileIds.map((fileId, position) => ({ fileId, position }))

/** Keeps other transactions from changing the list until this one ends. */
export async function lockList(db: Db, slug: string): Promise<void> {
  await db.$queryRaw`SELECT id FROM lists WHERE slug = ${slug} FOR UPDATE`
}

export async function deleteList(db: Db, id: number): Promise<void> {
  await db.list.delete({ where: { id } })
}
