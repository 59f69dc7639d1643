import { describe, expect } from 'vitest'
import type { Database } from '../../src/db/client.ts'
import { sweep } from '../../src/startup/sweep.ts'
import { printedBy, run } from '../support/commands/run.ts'
import { countedRows } from '../support/database/statistics.ts'
import { storedRows } from '../support/database/stored.ts'
import { it } from '../support/it.ts'
import { fillList } from '../support/requests/forms.ts'
import { freshStatistics } from '../support/requests/statistics.ts'

// Commands use the clock of the machine, so lists of these tests do not expire by default.
const PERMANENT = { expires: 'perm' }

describe('list show', () => {
  it('shows all fields of a list, even an unlisted one, and its files without their content', async ({
    url,
    api,
    signIn,
  }) => {
    const token = await signIn('Ada', { verified: true })
    const fields = { ...PERMANENT, private: '1', version: '1.10.0', website: 'example.com', description: 'One\nTwo' }
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
})

describe('list delete', () => {
  it('deletes lists of any author without asking, and the next sweep deletes their files', async ({
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
    const { body } = await fillList(api.post('/v1/lists'), { ...PERMANENT, private: '1' }, { 'b.txt': 'b' }).expect(201)
    await fillList(api.post('/v1/lists'), { ...PERMANENT, name: 'Kept' }, { 'b.txt': 'b' }).expect(201)
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

  it('deletes nothing if one of the lists is unknown or has expired, names it, and suggests a slug', async ({
    url,
    api,
    clock,
    db,
  }) => {
    clock.now = new Date()
    await fillList(api.post('/v1/lists'), PERMANENT).expect(201)
    await fillList(api.post('/v1/lists'), { name: 'Old' }).expect(201)
    await db.list.updateMany({ where: { slug: 'old' }, data: { expiresAt: new Date(Date.now() - 1) } })
    const before = await storedRows(db)

    for (const [slugs, message] of [
      [['my-list', 'my-lst'], 'There is no list my-lst. Did you mean my-list? Nothing was deleted.'],
      [['nothing', 'my-list'], 'There is no list nothing. Nothing was deleted.'],
      [['old', 'my-list', 'x y'], 'There is no list old. There is no list x y. Nothing was deleted.'],
      [["'; DROP TABLE lists; --"], "There is no list '; DROP TABLE lists; --. Nothing was deleted."],
    ] as const) {
      expect(await run(url, 'list', 'delete', '--', ...slugs)).toEqual({ status: 1, printed: '', complained: message })
    }
    expect(await storedRows(db)).toEqual(before)
  })
})

describe('list hide', () => {
  it('hides a list from everybody until list show reverts it, and changes no field of it', async ({
    url,
    api,
    catalog,
    clock,
    db,
  }) => {
    clock.now = new Date()
    const files = { 'b.txt': 'b', 'a.txt': 'a' }
    await fillList(api.post('/v1/lists'), { ...PERMANENT, version: '1' }, files).expect(201)
    const { body: shown } = await api.get('/v1/lists/my-list').expect(200)
    const before = await storedRows(db)

    expect(await printedBy(url, 'list', 'hide', 'my-list', '--reason', 'Spam')).toBe('my-list is hidden now.')
    await api.get('/v1/lists/my-list').expect(404)
    expect((await api.get('/v1/lists').expect(200)).body.meta.total).toBe(0)
    expect((await api.get('/v1/lists?query=my').expect(200)).body.meta.total).toBe(0)
    expect(await freshStatistics(catalog)).toEqual(await countedRows(db, catalog.clock()))
    expect(await printedBy(url, 'list', 'show', 'my-list')).toMatch(/\nHidden {7}\S+: Spam\n/)
    expect(await printedBy(url, 'list', 'list')).toMatch(/\nmy-list .* hidden /)

    expect(await printedBy(url, 'list', 'show', 'my-list', '--reason', 'A mistake')).toBe('my-list is shown again.')
    expect((await api.get('/v1/lists/my-list').expect(200)).body).toEqual(shown)
    const after = await storedRows(db)
    expect({ ...after, actions: [] }).toEqual({
      ...before,
      lists: [{ ...before.lists[0], changeId: expect.any(String) }],
    })
    expect(after.actions).toMatchObject([
      { action: 'hide', reason: 'Spam', moderator: null, slug: 'my-list', listName: 'My List' },
      { action: 'show', reason: 'A mistake' },
    ])
  })
})

describe('list list', () => {
  it('shows new lists, with a code instead of the address that sent them today', async ({
    url,
    api,
    signIn,
    clock,
    db,
  }) => {
    clock.now = new Date()
    const ada = await signIn('Ada')
    await fillList(api.post('/v1/lists').auth(ada, { type: 'bearer' }), { name: 'Hers' }).expect(201)
    await fillList(api.post('/v1/lists'), { ...PERMANENT, private: '1' }).expect(201)
    await fillList(api.post('/v1/lists'), PERMANENT).expect(201)
    const { sender } = await db.listSender.findFirstOrThrow()
    const key = Buffer.from(sender).toString('hex').slice(0, 12)

    const lines = (await printedBy(url, 'list', 'list')).split('\n').map((line) => line.split(/ {2,}/))
    expect(lines[0]).toEqual(['SLUG', 'AUTHOR', 'SIZE', 'STATE', 'CREATED', 'FROM'])
    expect(lines.slice(1).map(([slug, author, , state, , from]) => [slug?.slice(0, 7), author, state, from])).toEqual([
      ['hers', 'Ada', 'public', key],
      ['my-list', '-', 'unlisted', key],
      ['my-list', '-', 'public', key],
    ])
    const slugsOf = async (...options: string[]) =>
      (await printedBy(url, 'list', 'list', ...options))
        .split('\n')
        .slice(1)
        .map((line) => line.slice(0, 7).trim())
    expect(await slugsOf('--newest')).toEqual(['my-list', 'my-list', 'hers'])
    expect(await slugsOf('--anonymous')).toEqual(['my-list', 'my-list'])
    expect(await slugsOf('--private')).toEqual(['my-list'])
    expect(await slugsOf('--from', key)).toHaveLength(3)
    expect(await slugsOf('--from', '000000000000')).toEqual([])
  })
})

describe('list delete --same-sender-as', () => {
  const slugsIn = async (db: Database) => (await db.list.findMany({ orderBy: { id: 'asc' } })).map(({ slug }) => slug)

  it('shows the anonymous lists of an address and a day, and deletes them and no others once told to', async ({
    url,
    api,
    clock,
    db,
    signIn,
  }) => {
    clock.now = new Date()
    for (const name of ['One', 'Two', 'Three'])
      await fillList(api.post('/v1/lists'), { ...PERMANENT, name }).expect(201)
    await fillList(api.post('/v1/lists'), { name: 'Hers' })
      .auth(await signIn('Ada'), { type: 'bearer' })
      .expect(201)
    const { id } = await db.list.findFirstOrThrow({ where: { slug: 'three' } })
    await db.listSender.update({ where: { listId: id }, data: { sender: Buffer.alloc(32) } })
    const command = ['list', 'delete', '--same-sender-as', 'one', '--reason', 'A flood']

    const asked = await run(url, ...command)
    const [heading, ...lines] = asked.complained.split('\n')
    expect([asked.status, asked.printed]).toEqual([1, ''])
    expect(heading).toMatch(/^SLUG {2}AUTHOR /)
    expect(lines.map((line) => line.split(/ {2,}/)[0])).toEqual([
      'one',
      'two',
      'Not deleted without --authors: hers (Ada)',
      'Nothing was deleted. To delete 2 lists, add --yes.',
    ])
    expect(await slugsIn(db)).toEqual(['one', 'two', 'three', 'hers'])

    expect(await run(url, ...command, '--yes')).toMatchObject({ status: 0, printed: 'Deleted one.\nDeleted two.' })
    expect(await slugsIn(db)).toEqual(['three', 'hers'])
    const actions = await db.moderationAction.findMany({ orderBy: { id: 'asc' } })
    expect(actions.map(({ slug, reason }) => [slug, reason])).toEqual([
      ['one', 'A flood'],
      ['two', 'A flood'],
    ])
  })

  it("deletes authors' lists only with --authors, or those that are named", async ({ url, api, clock, db, signIn }) => {
    clock.now = new Date()
    const token = await signIn('Ada')
    for (const name of ['Hers', 'Second', 'Third'])
      await fillList(api.post('/v1/lists'), { name }).auth(token, { type: 'bearer' }).expect(201)
    const anonymous = await run(url, 'list', 'delete', '--same-sender-as', 'hers', '--yes')
    expect(anonymous.complained).toBe(
      'Not deleted without --authors: hers (Ada), second (Ada), third (Ada)\n' +
        'The address sent no anonymous list. Nothing was deleted.',
    )
    expect([anonymous.status, await slugsIn(db)]).toEqual([1, ['hers', 'second', 'third']])

    const named = await run(url, 'list', 'delete', 'second', '--same-sender-as', 'hers', '--yes')
    expect([named.status, named.printed, await slugsIn(db)]).toEqual([0, 'Deleted second.', ['hers', 'third']])
    const all = await run(url, 'list', 'delete', '--same-sender-as', 'hers', '--authors', '--yes')
    expect([all.status, await slugsIn(db)]).toEqual([0, []])
  })
})
