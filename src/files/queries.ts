import type { Db } from '../db/client.ts'
import type { Prisma } from '../db/generated/client.ts'
import { unexpired } from '../lists/visibility-queries.ts'

const described = {
  id: true,
  hash: true,
  name: true,
  cleanName: true,
  bytes: true,
  createdAt: true,
} satisfies Prisma.FileSelect

export type DescribedFile = Prisma.FileGetPayload<{ select: typeof described }>
export type ReadFile = DescribedFile & Pick<Prisma.FileGetPayload<object>, 'content'>

const filesOf = <Select extends Prisma.FileSelect>(select: Select) => ({
  files: { select: { file: { select } }, orderBy: { position: 'asc' as const } },
})

/** The files of a list in their order, without what is in them; undefined if there is no such list. */
export async function findFiles(db: Db, slug: string, now: Date): Promise<DescribedFile[] | undefined> {
  const list = await db.list.findFirst({ where: { slug, ...unexpired(now) }, select: filesOf(described) })
  return list?.files.map(({ file }) => file)
}

/** The same with what is in them, read by one statement: as the list was or as it is, never half of each. */
export async function findReadFiles(db: Db, slug: string, now: Date): Promise<ReadFile[] | undefined> {
  const select = filesOf({ ...described, content: true })
  const list = await db.list.findFirst({ where: { slug, ...unexpired(now) }, select })
  return list?.files.map(({ file }) => file)
}

/** Not by the id, which another file may have by now: see `findContents`. */
export async function findContent(db: Db, hash: DescribedFile['hash']): Promise<ReadFile['content'] | undefined> {
  return (await db.file.findUnique({ where: { hash }, select: { content: true } }))?.content
}
