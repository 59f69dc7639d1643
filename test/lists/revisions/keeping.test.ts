import supertest from 'supertest'
import { describe, expect } from 'vitest'
import { buildApp } from '../../../src/app.ts'
import type { Database } from '../../../src/db/client.ts'
import { eachOptionalText } from '../../../src/lists/text-fields.ts'
import { sweep } from '../../../src/startup/sweep.ts'
import { it } from '../../support/history.ts'
import { options, START } from '../../support/it.ts'
import { fillList } from '../../support/requests/forms.ts'

const present = (db: Database) =>
  db.list.findFirstOrThrow({ select: { name: true, revisionNumber: true, revisedAt: true, updatedAt: true } })

const past = (db: Database) => db.listRevision.findMany({ orderBy: { number: 'asc' } })

const FIVE = Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [`${name}.txt`, name]))

/** The time of an update: each one is a minute after the one before. */
const minute = (number: number) => new Date(START.getTime() + number * 60_000)

describe('an update', () => {
  it('archives the whole previous state as a revision, with its time', async ({ db, save }) => {
    const texts = { name: 'First', ...eachOptionalText((field) => `${field}.example`) }
    await save()
    await save({ ...texts, private: '1', game: '8' }, FIVE)
    const files = await db.listFile.findMany({ orderBy: { position: 'asc' } })
    await save()

    expect((await past(db))[1]).toEqual({
      listId: 1,
      number: 2,
      createdAt: minute(1),
      ...texts,
      note: null,
      private: true,
      gameId: 8,
      fileIds: files.map(({ fileId }) => fileId),
    })
    expect(await present(db)).toMatchObject({ name: 'My List', revisionNumber: 3, revisedAt: null })
  })

  const { 'e.txt': _, ...FOUR } = FIVE

  it.for<[field: string, fields: Record<string, string>, files?: Record<string, string>]>([
    ['private', { private: '1' }],
    ['game', { game: '5' }],
    ['the bytes of a file', {}, { ...FIVE, 'c.txt': 'C' }],
    ['a new file', {}, { ...FIVE, 'f.txt': 'f' }],
    ['a new empty file', {}, { ...FIVE, 'f.txt': '' }],
    ['a removed file', {}, FOUR],
  ])('makes a revision if it changes %s', async ([, fields, files = FIVE], { db, save }) => {
    await save({}, FIVE)
    await save(fields, files)
    expect(await present(db)).toMatchObject({ revisionNumber: 2 })
    expect(await past(db)).toMatchObject([{ number: 1, name: 'My List', createdAt: START, fileIds: { length: 5 } }])
    expect(await db.listFile.count()).toBe(Object.keys(files).length)
  })
})

describe('concurrent updates of a list', () => {
  it('each make a revision with its own number, as if one ran after the other', async ({ ada, api, db, save }) => {
    await save({ version: 'v0' }, { 'v.txt': 'v0' })
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => {
        const version = `v${index + 1}`
        const request = api.put('/v1/lists/my-list').set(ada)
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

  it('run in some order with a delete, after which nothing of the list is left', async ({ ada, api, catalog, db }) => {
    for (let round = 0; round < 5; round++) {
      await fillList(api.post('/v1/lists').set(ada), {}, FIVE).expect(201)
      const updates = Array.from({ length: 6 }, (_, index) =>
        fillList(api.put('/v1/lists/my-list').set(ada), { version: `${index}` }, FIVE),
      )
      const gone = api.delete('/v1/lists/my-list').set(ada)
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
  it('are kept while any revision of any list has them, and deleted with the last one', async ({
    api,
    catalog,
    db,
    save,
  }) => {
    await fillList(api.post('/v1/lists'), { name: 'Other' }, { 'b.txt': 'b' }).expect(201)
    await save({}, { 'a.txt': 'a', 'b.txt': 'b', 'c.txt': 'c' })
    await save({}, { 'a.txt': 'A', 'b.txt': 'B', 'c.txt': 'c' })
    await save({}, { 'a.txt': 'AA', 'b.txt': 'B', 'c.txt': 'c' })
    expect(await sweep(catalog)).toEqual({ lists: 0, files: 0 })

    await db.listRevision.deleteMany({ where: { number: 1 } })
    expect(await sweep(catalog)).toEqual({ lists: 0, files: 1 }) // b.txt is also in the other list
    await db.listRevision.deleteMany({ where: { number: 2 } })
    expect(await sweep(catalog)).toEqual({ lists: 0, files: 1 })
    expect(await db.revisionFile.count()).toBe(0)
    const contents = (await db.file.findMany()).map(({ content }) => Buffer.from(content).toString())
    expect(contents.sort()).toEqual(['AA', 'B', 'b', 'c'])
  })
})

describe('a history', () => {
  it('has at most MAX_REVISIONS revisions; a new one deletes the oldest and its files', async ({
    ada,
    catalog,
    db,
    save,
  }) => {
    await save({}, { 'v.txt': '0' })
    const update = async (version: string, maxRevisions: number) => {
      const app = await buildApp({ ...catalog, maxRevisions }, options)
      await app.ready()
      const request = supertest(app.server).put('/v1/lists/my-list').set(ada)
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
