import { describe, expect } from 'vitest'
import { sweep } from '../../src/lists/expiry/sweep.ts'
import { printedBy, run } from '../support/commands/run.ts'
import { query } from '../support/database/query.ts'
import { countedRows } from '../support/database/statistics.ts'
import { storedRows } from '../support/database/stored.ts'
import { it } from '../support/it.ts'
import { fillList } from '../support/requests/forms.ts'
import { freshStatistics } from '../support/requests/statistics.ts'

// Commands go by the clock of the machine: lists of these tests never expire unless they say so.
const FOREVER = { expires: 'perm' }

describe('list show', () => {
  it('shows what is stored of a list, private or not, and its files without their content', async ({
    url,
    api,
    signIn,
  }) => {
    const token = await signIn('Ada', { verified: true })
    const fields = { ...FOREVER, private: '1', version: '1.10.0', website: 'example.com', description: 'One\nTwo' }
    const request = api.post('/v1/lists').auth(token, { type: 'bearer' })
    const { body } = await fillList(request, fields, { 'a.txt': 'x', 'b.ini': '' }).expect(201)
    const lines = (await printedBy(url, 'list', 'show', body.data.slug)).split('\n')

    expect(lines.slice(0, 14)).toEqual([
      `Slug         ${body.data.slug}`,
      'Name         My List',
      'Game         TESV Skyrim SE',
      'Author       Ada (verified)',
      'Version      1.10.0',
      'Description  One',
      '             Two',
      'Website      example.com',
      'Revision     1',
      'Private      yes',
      'Expires      never',
      'Created      2026-11-20T08:30:00.123Z',
      'Updated      2026-11-20T08:30:00.123Z',
      '',
    ])
    expect(lines.slice(14).map((line) => line.split(/ {2,}/))).toEqual([
      ['FILE', 'SIZE', 'STORED AS'],
      ['a.txt', '1 B', expect.stringMatching(/^[0-9a-f]{32}-a\.txt$/)],
      ['b.ini', '0 B', expect.stringMatching(/^[0-9a-f]{32}-b\.ini$/)],
    ])
  })

  it('takes an address, and says whether an anonymous list has an owner key, but not which', async ({
    url,
    api,
    db,
  }) => {
    const { headers } = await fillList(api.post('/v1/lists'), FOREVER).expect(201)
    const printed = await printedBy(url, 'list', 'show', 'https://www.example.com/lists/my-list')
    expect(printed).toContain('Author       anonymous, with an owner key')
    const { hash } = await db.ownerKey.findFirstOrThrow()
    for (const secret of [String(headers['owner-key']), Buffer.from(hash).toString('hex')]) {
      expect(printed).not.toContain(secret)
    }
    await db.ownerKey.deleteMany()
    expect(await printedBy(url, 'list', 'show', 'my-list')).toContain('anonymous, without an owner key')
  })

  it('sends no control character of a list stored before they were refused to the terminal', async ({
    url,
    api,
    db,
  }) => {
    await fillList(api.post('/v1/lists'), { ...FOREVER, name: 'ab' }, { 'a.txt': '\u001b[31m' }).expect(201)
    await db.list.updateMany({ data: { name: 'a\u202eb', description: 'Red\u202e\nand more' } })
    const printed = await printedBy(url, 'list', 'show', 'ab')
    expect(printed).toContain('Red\uFFFD\n')
    expect(printed).not.toContain('\u202e')
  })
})

describe('list delete', () => {
  it('deletes lists of any author without asking; their files go with the next sweep', async ({
    url,
    api,
    catalog,
    db,
    signIn,
  }) => {
    const token = await signIn('Ada')
    await fillList(api.post('/v1/lists').auth(token, { type: 'bearer' }), { name: 'Hers' }, { 'a.txt': 'a' }).expect(
      201,
    )
    const { body } = await fillList(api.post('/v1/lists'), { ...FOREVER, private: '1' }, { 'b.txt': 'b' }).expect(201)
    await fillList(api.post('/v1/lists'), { ...FOREVER, name: 'Kept' }, { 'b.txt': 'b' }).expect(201)
    const { slug } = body.data
    const address = `http://localhost:3000/v1/lists/${slug}`

    expect(await printedBy(url, 'list', 'delete', 'hers', address, 'hers')).toBe(`Deleted hers.\nDeleted ${slug}.`)
    expect(await db.list.findMany()).toMatchObject([{ slug: 'kept' }])
    expect(await db.ownerKey.count()).toBe(1)
    await api.get('/v1/lists/hers').expect(404)
    expect(await freshStatistics(catalog)).toEqual(await countedRows(db, catalog.clock()))
    await sweep(catalog)
    expect((await db.file.findMany()).map(({ cleanName }) => cleanName)).toEqual(['b.txt'])
  })

  it('deletes nothing where one is unknown or has expired, says which, and what may be meant', async ({
    url,
    api,
    clock,
    db,
  }) => {
    clock.now = new Date()
    await fillList(api.post('/v1/lists'), FOREVER).expect(201)
    await fillList(api.post('/v1/lists'), { name: 'Old' }).expect(201)
    await db.list.updateMany({ where: { slug: 'old' }, data: { expiresAt: new Date(Date.now() - 1) } })
    const before = await storedRows(db)

    for (const [slugs, told] of [
      [['my-list', 'my-lst'], 'There is no list my-lst. Did you mean my-list? Nothing was deleted.'],
      [['nothing', 'my-list'], 'There is no list nothing. Nothing was deleted.'],
      [['old', 'my-list', 'x y'], 'There is no list old. There is no list x y. Nothing was deleted.'],
      [["'; DROP TABLE lists; --"], "There is no list '; DROP TABLE lists; --. Nothing was deleted."],
    ] as const) {
      expect(await run(url, 'list', 'delete', '--', ...slugs)).toEqual({ status: 1, printed: '', complained: told })
    }
    expect(await storedRows(db)).toEqual(before)
  })
})

describe('list private', () => {
  it('takes a list out of all collections as a revision, and changes nothing else of it', async ({
    url,
    api,
    catalog,
    db,
  }) => {
    const files = { 'b.txt': 'b', 'a.txt': 'a' }
    const { headers } = await fillList(api.post('/v1/lists'), { ...FOREVER, version: '1' }, files).expect(201)
    const { body: shown, headers: tagged } = await api.get('/v1/lists/my-list').expect(200)
    const words = () => query(url, 'SELECT list_id, words::text FROM list_search')
    const wordsBefore = await words()
    const before = await storedRows(db)

    expect(await printedBy(url, 'list', 'private', 'my-list')).toBe('my-list is now unlisted.')
    const { body: after, headers: other } = await api.get('/v1/lists/my-list').expect(200)
    expect(after.data).toEqual({ ...shown.data, private: true })
    expect(other.etag).not.toBe(tagged.etag)
    expect((await api.get('/v1/lists').expect(200)).body.meta.total).toBe(0)
    expect((await api.get('/v1/lists?query=my').expect(200)).body.meta.total).toBe(0)
    expect(await freshStatistics(catalog)).toEqual(await countedRows(db, catalog.clock()))
    expect(await storedRows(db)).toMatchObject({ listFiles: before.listFiles, ownerKeys: before.ownerKeys })
    expect(await words()).toEqual(wordsBefore)
    const { body: history } = await api.get('/v1/lists/my-list/revisions').expect(200)
    expect(history.data).toMatchObject([
      { revision: 2, private: true },
      { revision: 1, private: false },
    ])
    const key = { Authorization: `Bearer ${headers['owner-key']}` }
    await api.delete('/v1/lists/my-list').set(key).expect(204)
  })

  it('keeps the expiry and the author, and changes nothing of a list that is private already', async ({
    url,
    api,
    clock,
    db,
    signIn,
  }) => {
    clock.now = new Date()
    const token = await signIn('Ada')
    await fillList(api.post('/v1/lists').auth(token, { type: 'bearer' }), { expires: '1w' }).expect(201)
    const before = await db.list.findFirstOrThrow()
    await printedBy(url, 'list', 'private', 'my-list')
    const after = await storedRows(db)
    expect(after.lists).toMatchObject([{ expiresAt: before.expiresAt, authorId: before.authorId, private: true }])
    expect(await printedBy(url, 'list', 'private', 'my-list')).toBe('my-list is already unlisted.')
    expect(await storedRows(db)).toEqual(after)
  })
})

describe('a list that is not there', () => {
  it.for(['show', 'private'])('is status 1 for list %s, with what may be meant', async (verb, { url, api, db }) => {
    await fillList(api.post('/v1/lists'), FOREVER).expect(201)
    const before = await storedRows(db)
    for (const [slug, told] of [
      ['my-lits', 'There is no list my-lits. Did you mean my-list?'],
      ['MY LIST', 'There is no list MY LIST.'],
      ['nothing', 'There is no list nothing.'],
    ] as const) {
      expect(await run(url, 'list', verb, slug)).toEqual({ status: 1, printed: '', complained: told })
    }
    expect(await storedRows(db)).toEqual(before)
  })
})
