import { describe, expect } from 'vitest'
import { findByIds, findDetail } from '../../src/lists/hot-queries.ts'
import { findContents } from '../../src/lists/stored-files-queries.ts'
import { listByPrisma } from '../support/database/stored.ts'
import { it } from '../support/it.ts'
import { fillList } from '../support/requests/forms.ts'

describe('lists by their ids', () => {
  it('are the same as Prisma reads, in the order of the ids', async ({ api, clock, db, signIn }) => {
    const token = await signIn('Ada', { verified: true })
    const request = api.post('/v1/lists').auth(token, { type: 'bearer' })
    const slugs: string[] = []
    for (const post of [request, api.post('/v1/lists'), api.post('/v1/lists')]) {
      const { body } = await fillList(post, { version: '1' }, { 'a.txt': 'a' }).expect(201)
      slugs.push(body.data.slug)
    }
    const twins = await Promise.all(slugs.reverse().map((slug) => listByPrisma(db, slug, clock.now)))
    const ids = twins.map((twin) => twin?.id ?? 0)

    const found = await findByIds(db, [...ids, 999])
    expect(found).toHaveLength(3)
    expect(found).toMatchObject(twins)
  })
})

describe('a list with its files', () => {
  it('is the same as Prisma reads, until it expires', async ({ api, clock, db, signIn }) => {
    const token = await signIn('Ada', { verified: true })
    const files = { 'ß.txt': 'first\r\n', 'empty.txt': '', 'a.bin': Buffer.from('\uFEFFa\r\nb', 'utf16le') }
    const request = api.post('/v1/lists').auth(token, { type: 'bearer' })
    const { body } = await fillList(request, { private: '1', version: '1' }, files).expect(201)
    await fillList(api.post('/v1/lists'), { name: 'Second', expires: '3h' }, { 'b.txt': 'b' }).expect(201)

    for (const hours of [0, 3]) {
      clock.advance(hours * 3_600_000)
      for (const slug of [body.data.slug, 'second', 'third']) {
        const twin = await listByPrisma(db, slug, clock.now)
        const found = await findDetail(db, slug, clock.now)
        expect(found === null).toBe(twin === null)
        if (found === null) continue
        expect(found.row).toMatchObject(twin ?? {})
        const places = await db.listFile.findMany({
          where: { listId: found.row.id },
          orderBy: { position: 'asc' },
          include: { file: { omit: { content: true } } },
        })
        expect(found.files).toEqual(
          places.map(({ file }) => ({ ...file, hash: Buffer.from(file.hash).toString('hex') })),
        )
      }
    }
    expect(await findDetail(db, 'second', clock.now)).toBeNull()
    expect(await findDetail(db, body.data.slug, clock.now)).not.toBeNull()
  })

  it('has the same file contents as Prisma reads', async ({ api, db }) => {
    const every = Buffer.from(Array.from({ length: 1_000 }, (_, index) => 0xa0 + (index % 0x60)))
    await fillList(api.post('/v1/lists'), {}, { 'long.txt': every, 'empty.txt': '', 'a.txt': '\r\n' }).expect(201)
    const twins = await db.file.findMany()
    const files = twins.map(({ hash }) => ({ hash: Buffer.from(hash).toString('hex') }))
    const found = await findContents(db, [...files, { hash: '00'.repeat(32) }])

    expect(found).toEqual(twins.map(({ content }, at) => ({ ...files[at], content: Buffer.from(content) })))
  })
})
