import type { Db } from '../db/client.ts'
import { Prisma } from '../db/generated/client.ts'
import { forgetStatements } from '../db/memory.ts'
import type { StoredFile } from '../lists/upload.ts'
import { nameKey } from '../name-key.ts'
import type { Counts, FileRecord, ListRecord, TokenRecord, UserRecord } from './format.ts'

/** Rows that are read at once. */
const BATCH = 200

/** Bytes of file contents that are read at once; a larger file comes alone. */
const BATCH_BYTES = 2 ** 20

const inUse = { lists: { some: {} } }

export async function countAll(db: Db): Promise<Counts> {
  return {
    users: await db.user.count(),
    tokens: await db.apiToken.count(),
    files: await db.file.count({ where: inUse }),
    lists: await db.list.count(),
  }
}

/** All rows of a table in the order of their ids, a batch at a time. */
async function* everyRow<Row extends { id: number }>(find: (after: number) => Promise<Row[]>): AsyncGenerator<Row> {
  for (let after = 0; ; ) {
    const rows = await find(after)
    yield* rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < BATCH) return
    after = last.id
  }
}

const page = (after: number) => ({ where: { id: { gt: after } }, orderBy: { id: 'asc' as const }, take: BATCH })

export const everyUser = (db: Db) => everyRow((after) => db.user.findMany({ ...page(after), omit: { nameKey: true } }))

export const everyToken = (db: Db) => everyRow((after) => db.apiToken.findMany(page(after)))

export const everyList = (db: Db) =>
  everyRow((after) =>
    db.list.findMany({
      ...page(after),
      include: { files: { select: { fileId: true }, orderBy: { position: 'asc' } } },
    }),
  )

/** All files that a list has. They are weighed first, so that few large ones are in memory at a time. */
export async function* everyFile(db: Db): AsyncGenerator<FileRecord> {
  const weighed = everyRow((after) =>
    db.file.findMany({ ...page(after), where: { ...inUse, id: { gt: after } }, select: { id: true, bytes: true } }),
  )
  let ids: number[] = []
  let sum = 0
  for await (const { id, bytes } of weighed) {
    if (ids.length > 0 && (sum + bytes > BATCH_BYTES || ids.length === BATCH)) {
      yield* await findFiles(db, ids)
      ids = []
      sum = 0
    }
    ids.push(id)
    sum += bytes
  }
  yield* await findFiles(db, ids)
}

const findFiles = (db: Db, ids: number[]) =>
  db.file.findMany({
    where: { id: { in: ids } },
    orderBy: { id: 'asc' },
    select: { id: true, cleanName: true, content: true, createdAt: true },
  })

/** Keeps everybody else from writing until the transaction ends. Readers go on. */
export async function lockOutWriters(db: Db): Promise<void> {
  await db.$executeRaw`
    LOCK TABLE users, api_tokens, lists, list_files, files, released_files IN SHARE ROW EXCLUSIVE MODE`
}

export async function isEmpty(db: Db): Promise<boolean> {
  return (await db.user.count()) === 0 && (await db.list.count()) === 0
}

/** Deletes what lists that are gone have left for the next sweep. */
export async function deleteLeftovers(db: Db): Promise<void> {
  await db.file.deleteMany()
  await db.releasedFile.deleteMany()
}

export async function insertUsers(db: Db, users: UserRecord[]): Promise<void> {
  await db.user.createMany({ data: users.map((user) => ({ ...user, nameKey: nameKey(user.name) })) })
}

export async function insertTokens(db: Db, tokens: TokenRecord[]): Promise<void> {
  await db.apiToken.createMany({ data: tokens })
}

// Not by createMany: its engine takes memory for each content that it does not give back.
export async function insertFiles(db: Db, files: (StoredFile & { id: number; createdAt: Date })[]): Promise<void> {
  if (files.length === 0) return
  const rows = files.map(
    ({ id, hash, name, cleanName, bytes, content, createdAt }) =>
      Prisma.sql`(${id}::int, ${hash}, ${name}, ${cleanName}, ${bytes}::int, ${content}, ${createdAt}::timestamptz)`,
  )
  await db.$executeRaw`
    INSERT INTO files (id, hash, name, clean_name, bytes, content, created_at) VALUES ${Prisma.join(rows)}`
  forgetStatements()
}

export async function insertLists(db: Db, lists: ListRecord[]): Promise<void> {
  await db.list.createMany({ data: lists.map(({ files, ...list }) => list) })
  await db.listFile.createMany({
    data: lists.flatMap(({ id, files }) => files.map((fileId, position) => ({ listId: id, position, fileId }))),
  })
}

/** Has the next ids follow on the highest ones. */
export async function advanceIds(db: Db): Promise<void> {
  await db.$executeRaw`
    SELECT setval(pg_get_serial_sequence('users', 'id'), greatest((SELECT max(id) FROM users), 1)),
      setval(pg_get_serial_sequence('api_tokens', 'id'), greatest((SELECT max(id) FROM api_tokens), 1)),
      setval(pg_get_serial_sequence('files', 'id'), greatest((SELECT max(id) FROM files), 1)),
      setval(pg_get_serial_sequence('lists', 'id'), greatest((SELECT max(id) FROM lists), 1))`
}
