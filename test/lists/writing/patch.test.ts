import { describe, expect } from 'vitest'
import type { Database } from '../../../src/db/client.ts'
import { storedRows } from '../../support/database/stored.ts'
import { it as base, type HistoryFixtures } from '../../support/history.ts'
import type { TestFixtures } from '../../support/it.ts'
import { bearer, keyOf } from '../../support/requests/authorization.ts'
import type { fillList } from '../../support/requests/forms.ts'

const FULL = {
  name: 'My List',
  version: '1',
  description: 'As it was',
  website: 'a.example',
  discord: 'b.example',
  readme: 'c.example',
  private: '0',
  expires: '3d',
}
const FILES = { 'a.txt': 'a\n', 'B.txt': 'b\n', 'c.txt': 'c\n' }

type Patch = (fields?: Record<string, string | string[]>, files?: Record<string, string>) => ReturnType<typeof fillList>

/** A test with a list of Ada's that has all fields and three files, and a function that patches the list. */
const it = base.extend<{ $test: { patch: Patch } }>({
  patch: async ({ ada, api, clock, save }: TestFixtures & HistoryFixtures, use: (patch: Patch) => Promise<void>) => {
    await save(FULL, FILES)
    await use((fields = {}, files = {}) => {
      clock.advance(1_000)
      const request = api.patch('/v1/lists/my-list').set(ada)
      for (const [name, value] of Object.entries(fields)) for (const each of [value].flat()) request.field(name, each)
      for (const [name, content] of Object.entries(files)) request.attach('files[]', Buffer.from(content), name)
      return request
    })
  },
})

const namesOf = async (db: Database) =>
  (await db.listFile.findMany({ orderBy: { position: 'asc' }, include: { file: true } })).map(
    ({ file }) => `${file.cleanName}: ${Buffer.from(file.content).toString().trim()}`,
  )

describe('PATCH /v1/lists/{slug}', () => {
  it.for([
    ['name', 'Other', 'Other'],
    ['version', '2', '2'],
    ['version', '', null],
    ['description', 'Other', 'Other'],
    ['description', '', null],
    ['website', 'x.example', 'x.example'],
    ['discord', 'x.example', 'x.example'],
    ['readme', '', null],
    ['private', '1', true],
    ['is_private', '1', true],
    ['game', '8', { name: 'Fallout 4' }],
    ['game', 'fallout 4', { name: 'Fallout 4' }],
    ['expires', 'perm', null],
    ['expires', '3h', '2026-11-20T11:30:01.123000Z'],
  ] as const)('changes %s to %j and nothing else', async ([field, value, shown], { api, db, patch }) => {
    const { data: before } = (await api.get('/v1/lists/my-list').expect(200)).body
    const { body } = await patch({ [field]: value }).expect(200)
    const { data: after } = (await api.get('/v1/lists/my-list').expect(200)).body

    const name = field.replace('is_', '')
    expect(body.data[name]).toEqual(shown)
    const changed = { ...before, updated: '2026-11-20T08:30:01.123000Z', [name]: after[name] }
    expect(after).toEqual(changed)
    expect(await db.list.findFirst()).toMatchObject({ revisionNumber: name === 'expires' ? 1 : 2 })
  })

  it('also accepts JSON and a urlencoded form', async ({ ada, api, db, save }) => {
    await save(FULL, FILES)
    const request = () => api.patch('/v1/lists/my-list').set(ada)
    const { body } = await request()
      .send({ version: '2', private: true, remove: ['a.txt'] })
      .expect(200)
    expect(body.data).toMatchObject({ version: '2', private: true, website: 'a.example' })
    expect(await namesOf(db)).toEqual(['B.txt: b', 'c.txt: c'])
    await request().type('form').send('version=&remove[]=b.txt').expect(200)
    expect(await db.list.findFirst()).toMatchObject({ version: null, private: true, website: 'a.example' })
    expect(await namesOf(db)).toEqual(['c.txt: c'])
  })

  it('replaces a file of the same name in any case, adds new files, and keeps the rest', async ({ db, patch }) => {
    await patch({}, { 'd.txt': 'new', 'b.TXT': 'changed' }).expect(200)
    expect(await namesOf(db)).toEqual(['a.txt: a', 'b.TXT: changed', 'c.txt: c', 'd.txt: new'])
    expect(await db.list.findFirst()).toMatchObject({ revisionNumber: 2, name: 'My List' })
  })

  it.for<[fields: Record<string, string | string[]>, files: Record<string, string>, errors: Record<string, string>]>([
    [{ 'remove[]': ['a.txt', 'b.txt', 'c.txt'] }, {}, { remove: 'At least one file must remain.' }],
    [{ remove: 'x.txt' }, { 'd.txt': 'd' }, { remove: 'The list has no file named x.txt.' }],
    [{ name: '' }, {}, { name: 'The name field is required.' }],
    [{ game: '99' }, {}, { game: 'The game field must be the id or the name of a game: see GET /v1/games.' }],
    [{ game: 'TESV' }, {}, { game: 'The game field must be the id or the name of a game: see GET /v1/games.' }],
    [{ website: 'javascript:x' }, {}, { website: 'The website field must be a valid http or https URL.' }],
    [{}, { 'd.txt': 'd', 'D.txt': 'd' }, { files: 'There are two files named D.txt: d.txt and D.txt.' }],
    [{}, { 'd.txt': 'a\0b' }, { files: 'The file d.txt is not a text file.' }],
  ])('refuses %j with the files %j with 422, and changes nothing', async ([fields, files, errors], { db, patch }) => {
    const before = await storedRows(db)
    const { body } = await patch({ version: '2', ...fields }, files).expect(422)
    const first = Object.entries(body.errors as Record<string, string[]>).map(([name, [message]]) => [name, message])
    expect(Object.fromEntries(first)).toEqual(errors)
    expect(await storedRows(db)).toEqual(before)
  })

  it('keeps the expiry of an anonymous list', async ({ api, clock }) => {
    const key = await keyOf(api, { expires: '1w' })
    clock.advance(60_000)
    const { body } = await api.patch('/v1/lists/my-list').set(bearer(key)).send({ version: '2' }).expect(200)
    expect(body.data).toMatchObject({ version: '2', expires: '2026-11-27T08:30:00.123000Z' })
  })
})
