import supertest from 'supertest'
import { describe, expect } from 'vitest'
import type { Database } from '../../../src/db/client.ts'
import { eachOptionalText } from '../../../src/lists/text-fields.ts'
import { sweep } from '../../../src/upkeep/sweep.ts'
import { buildTestApp } from '../../support/app.ts'
import { it, options, START, type TestFixtures } from '../../support/it.ts'
import { fillList, MODLIST } from '../../support/requests/forms.ts'

const present = (db: Database) =>
  db.list.findFirstOrThrow({ select: { name: true, revisionNumber: true, revisedAt: true, updatedAt: true } })

const past = (db: Database) => db.listRevision.findMany({ orderBy: { number: 'asc' } })

const FIVE = Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [`${name}.txt`, name]))

/** A test with a list of Ada's, and a function that updates the list with some other fields and files. */
const it1 = it.extend<{ $test: { update: Update } }>({
  // The fixture's value is a function too, so the types of the parameters must be given.
  update: async ({ api, clock, signIn }: TestFixtures, use: (update: Update) => Promise<void>) => {
    const token = await signIn('Ada')
    await fillList(api.post('/v1/lists').auth(token, { type: 'bearer' }), {}, FIVE).expect(201)
    await use(async (fields = {}, files = {}) => {
      clock.advance(1_000)
      const request = api.put('/v1/lists/my-list').auth(token, { type: 'bearer' })
      await fillList(request, fields, { ...FIVE, ...files }).expect(200)
    })
  },
})
type Update = (fields?: Record<string, string>, files?: Record<string, string>) => Promise<void>

const second = (number: number) => new Date(START.getTime() + number * 1_000)

describe('a create', () => {
  it('makes revision 1, which is stored only as the list itself', async ({ api, db }) => {
    await fillList(api.post('/v1/lists')).expect(201)

    expect(await present(db)).toEqual({ name: 'My List', revisionNumber: 1, revisedAt: null, updatedAt: START })
    expect(await past(db)).toEqual([])
    expect(await db.revisionFile.count()).toBe(0)
  })
})

describe('an update', () => {
  it1('archives the whole previous state as a revision, with its time', async ({ db, update }) => {
    const texts = { name: 'First', ...eachOptionalText((field) => `${field}.example`) }
    await update({ ...texts, private: '1', game: '8' })
    const files = await db.listFile.findMany({ orderBy: { position: 'asc' } })
    await update()

    const fileIds = files.map(({ fileId }) => fileId)
    expect((await past(db))[1]).toEqual({
      listId: 1,
      number: 2,
      createdAt: second(1),
      ...texts,
      note: null,
      private: true,
      gameId: 8,
      fileIds,
    })
    expect(await present(db)).toMatchObject({ name: 'My List', revisionNumber: 3, revisedAt: null })
  })

  it1.for<[field: string, fields: Record<string, string>, files?: Record<string, string>]>([
    ['private', { private: '1' }],
    ['game', { game: '5' }],
    ['the bytes of a file', {}, { 'c.txt': 'C' }],
    ['a new file', {}, { 'f.txt': 'f' }],
    ['a new empty file', {}, { 'f.txt': '' }],
  ])('makes a revision if it changes %s', async ([, fields, files], { db, update }) => {
    await update(fields, files)
    expect(await present(db)).toMatchObject({ revisionNumber: 2 })
    expect(await past(db)).toMatchObject([{ number: 1, name: 'My List', createdAt: START }])
  })

  it1('makes a revision if it removes a file', async ({ api, db, signIn, update: _ }) => {
    const token = await signIn('Eve')
    await db.list.updateMany({ data: { authorId: 2 } })
    const { 'e.txt': __, ...four } = FIVE
    await fillList(api.put('/v1/lists/my-list').auth(token, { type: 'bearer' }), {}, four).expect(200)
    expect(await present(db)).toMatchObject({ revisionNumber: 2 })
    expect(await db.listFile.count()).toBe(4)
    expect((await past(db))[0]?.fileIds).toHaveLength(5)
  })

  it1(
    'makes no revision if only the expiry changes, and the current revision keeps its time',
    async ({ api, db, clock, update }) => {
      await update({ version: '2' })
      await update({ version: '2', expires: '3d' })
      await update({ version: '2', expires: '3d' })
      expect(await present(db)).toEqual({
        name: 'My List',
        revisionNumber: 2,
        revisedAt: second(1),
        updatedAt: second(3),
      })
      clock.advance(1_000)
      expect((await past(db)).map(({ number }) => number)).toEqual([1])
      await update({ version: '3' })
      expect(await present(db)).toMatchObject({ revisionNumber: 3, revisedAt: null, updatedAt: second(5) })
      expect((await past(db)).map(({ number, createdAt }) => [number, createdAt])).toEqual([
        [1, START],
        [2, second(1)],
      ])
      expect((await api.get('/v1/lists/my-list').expect(200)).body.data.files).toHaveLength(5)
    },
  )

  it('makes no revision if only the order of the files changes, and the list has the new order', async ({
    api,
    db,
    signIn,
  }) => {
    const token = await signIn('Ada')
    await fillList(api.post('/v1/lists').auth(token, { type: 'bearer' }), {}, FIVE).expect(201)
    const reversed = Object.fromEntries(Object.entries(FIVE).toReversed())
    await fillList(api.put('/v1/lists/my-list').auth(token, { type: 'bearer' }), {}, reversed).expect(200)

    expect(await present(db)).toMatchObject({ revisionNumber: 1 })
    const { body } = await api.get('/v1/lists/my-list').expect(200)
    const names = body.data.files.map(({ clean_name }: { clean_name: string }) => clean_name)
    expect(names).toEqual(Object.keys(reversed))
  })

  it1('stores one file and one revision if it changes one file of five', async ({ db, update }) => {
    await update({}, { 'c.txt': 'second' })
    await update({}, { 'c.txt': 'third' })
    await update({}, { 'c.txt': 'fourth' })

    expect(await db.file.count()).toBe(8)
    expect(await db.listRevision.count()).toBe(3)
    expect(await db.listFile.count()).toBe(5)
    expect(await db.revisionFile.count()).toBe(7)
  })

  it1('makes no revision if it fails', async ({ api, db, update }) => {
    await update({ version: '2' })
    const before = [await present(db), await past(db)]
    await fillList(api.put('/v1/lists/my-list'), { name: 'Other' }).expect(401)
    expect([await present(db), await past(db)]).toEqual(before)
  })
})

describe('concurrent updates of a list', () => {
  it('each make a revision with its own number, as if one ran after the other', async ({ api, db, signIn }) => {
    const token = await signIn('Ada')
    await fillList(api.post('/v1/lists').auth(token, { type: 'bearer' }), { version: 'v0' }, { 'v.txt': 'v0' })
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => {
        const version = `v${index + 1}`
        const request = api.put('/v1/lists/my-list').auth(token, { type: 'bearer' })
        return fillList(request, { version }, { 'v.txt': version, 'same.txt': 'same' })
      }),
    )

    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    const last = await db.list.findFirstOrThrow({ include: { files: { include: { file: true } } } })
    const before = await past(db)
    expect(last.revisionNumber).toBe(21)
    expect(before.map(({ number }) => number)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
    const versions = [...before.map(({ version }) => version), last.version]
    expect(new Set(versions).size).toBe(21)
    const files = new Map((await db.file.findMany()).map(({ id, content }) => [id, Buffer.from(content).toString()]))
    for (const { version, fileIds } of before) expect(files.get(fileIds[0] ?? 0)).toBe(version)
    const now = last.files.toSorted((one, other) => one.position - other.position)
    expect(now.map(({ file }) => Buffer.from(file.content).toString())).toEqual([last.version, 'same'])
  })

  it('run in some order with a delete, after which nothing of the list is left', async ({
    api,
    catalog,
    db,
    signIn,
  }) => {
    const token = await signIn('Ada')
    for (let round = 0; round < 5; round++) {
      await fillList(api.post('/v1/lists').auth(token, { type: 'bearer' }), {}, FIVE).expect(201)
      const updates = Array.from({ length: 6 }, (_, index) =>
        fillList(api.put('/v1/lists/my-list').auth(token, { type: 'bearer' }), { version: `${index}` }, FIVE),
      )
      const gone = api.delete('/v1/lists/my-list').auth(token, { type: 'bearer' })
      const answers = await Promise.all([...updates.slice(0, 3), gone, ...updates.slice(3)])
      for (const [index, { status }] of answers.entries()) expect(index === 3 ? [204] : [200, 404]).toContain(status)
      expect(await db.list.count()).toBe(0)
      expect(await db.listRevision.count()).toBe(0)
      await db.freedSlug.deleteMany()
    }
    await sweep(catalog)
    expect(await db.file.count()).toBe(0)
    expect(await db.revisionFile.count()).toBe(0)
  })
})

describe('the files of a history', () => {
  it1(
    'are kept while any revision of any list has them, and deleted with the last one',
    async ({ api, catalog, db, update }) => {
      await fillList(api.post('/v1/lists'), { name: 'Other' }, { 'b.txt': 'b' }).expect(201)
      await update({}, { 'a.txt': 'A', 'b.txt': 'B' })
      await update({}, { 'a.txt': 'AA', 'b.txt': 'B' })
      expect(await sweep(catalog)).toEqual({ lists: 0, files: 0 })

      await db.listRevision.deleteMany({ where: { number: 1 } })
      expect(await sweep(catalog)).toEqual({ lists: 0, files: 1 }) // b.txt is also in the other list
      await db.listRevision.deleteMany({ where: { number: 2 } })
      expect(await sweep(catalog)).toEqual({ lists: 0, files: 1 })
      expect(await db.revisionFile.count()).toBe(0)
      const names = (await db.file.findMany()).map(({ content }) => Buffer.from(content).toString())
      expect(names.sort()).toEqual(['AA', 'B', 'b', 'c', 'd', 'e'])
    },
  )

  it('cannot be deleted from the database', async ({ api, db, signIn }) => {
    const token = await signIn('Ada')
    await fillList(api.post('/v1/lists').auth(token, { type: 'bearer' })).expect(201)
    await fillList(api.put('/v1/lists/my-list').auth(token, { type: 'bearer' }), {}, { 'b.txt': 'b' }).expect(200)

    await expect(db.file.deleteMany({ where: { cleanName: 'modlist.txt' } })).rejects.toThrow(/revision_files/)
    expect((await db.file.findFirstOrThrow({ where: { cleanName: 'modlist.txt' } })).bytes).toBe(MODLIST.length)
  })

  it('are deleted with a list that expires', async ({ api, catalog, clock, db, signIn }) => {
    const token = await signIn('Ada')
    await fillList(api.post('/v1/lists').auth(token, { type: 'bearer' })).expect(201)
    const update = api.put('/v1/lists/my-list').auth(token, { type: 'bearer' })
    await fillList(update, { expires: '3h' }, { 'b.txt': 'b' }).expect(200)
    clock.advance(3 * 3_600_000)

    expect(await sweep(catalog)).toEqual({ lists: 1, files: 2 })
    expect(await db.listRevision.count()).toBe(0)
    expect(await db.revisionFile.count()).toBe(0)
  })
})

describe('a history', () => {
  it('has at most MAX_REVISIONS revisions; a new one deletes the oldest and its files', async ({
    api,
    catalog,
    db,
    signIn,
  }) => {
    const token = await signIn('Ada')
    await fillList(api.post('/v1/lists').auth(token, { type: 'bearer' }), {}, { 'v.txt': '0' }).expect(201)
    const update = async (version: string, maxRevisions: number) => {
      const app = await buildTestApp({ ...catalog, maxRevisions }, options)
      await app.ready()
      const request = supertest(app.server).put('/v1/lists/my-list').auth(token, { type: 'bearer' })
      await fillList(request, { version }, { 'v.txt': version }).expect(200)
      await app.close()
    }
    const numbers = async () => [...(await past(db)).map(({ number }) => number), (await present(db)).revisionNumber]
    const held = async () =>
      (await db.revisionFile.findMany({ include: { file: true }, orderBy: { fileId: 'asc' } })).map(({ file }) =>
        Buffer.from(file.content).toString(),
      )
    for (let version = 1; version <= 6; version++) await update(`${version}`, 4)
    expect([await numbers(), await held()]).toEqual([
      [4, 5, 6, 7],
      ['3', '4', '5'],
    ])

    await update('7', 2) // the setting was lowered
    expect([await numbers(), await held()]).toEqual([[7, 8], ['6']])
    await update('8', 1)
    expect([await numbers(), await held()]).toEqual([[9], []])
    await update('9', 3)
    expect([await numbers(), await held()]).toEqual([[9, 10], ['8']])
    expect(await sweep(catalog)).toEqual({ lists: 0, files: 8 })
  })
})
