import { describe, expect } from 'vitest'
import { storedRows } from '../../support/database/stored.ts'
import { it, type TestFixtures } from '../../support/it.ts'
import { fillList } from '../../support/requests/forms.ts'
import { FIELD_PARTS, FORM_TYPE, formBody, LIST_FIELD_NAMES, sendParts } from '../../support/requests/parts.ts'

const ODD_NUMBERS = [' 1', '1 ', ...'1e3 0x10 +1 -1 1.0 9007199254740992 9007199254740993 1e309 NaN ٣ ０ ½'.split(' ')]

it('an invalid number returns 422 as a page number, page size or game', async ({ api }) => {
  for (const odd of ODD_NUMBERS) {
    for (const parameter of ['page[size]', 'page[number]', 'page']) {
      const { body } = await api
        .get(`/v1/lists?${encodeURIComponent(parameter)}=${encodeURIComponent(odd)}`)
        .expect(422)
      expect(body.errors).toEqual({ [parameter]: [body.message] })
    }
    const { body } = await fillList(api.post('/v1/lists'), { game: odd }).expect(422)
    expect(body.errors.game).toEqual([expect.stringMatching(/game/)])
  }
})

it('an invalid number returns 404 as a game in a path', async ({ api }) => {
  for (const odd of ODD_NUMBERS) await api.get(`/v1/games/${encodeURIComponent(odd)}`).expect(404)
})

describe('a name of a property of every object', () => {
  const names = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '']

  it('returns 422 as a key of page and filter, and is ignored as another parameter', async ({ api }) => {
    for (const name of names) {
      for (const key of [`page[${name}]`, `filter[${name}]`]) {
        const { body } = await api.get(`/v1/lists?${encodeURIComponent(key)}=x`).expect(422)
        expect(body.errors).toEqual({ [key]: [body.message] })
      }
      for (const key of [name, `${name}[polluted]`, `sort[${name}]`, `x[${name}][polluted]`]) {
        await api.get(`/v1/lists?${encodeURIComponent(key)}=x`).expect(200)
      }
    }
    expect({}).not.toHaveProperty('polluted')
  })

  it('is refused in JSON and in forms, and changes no object', async ({ api, db }) => {
    for (const name of ['__proto__', 'constructor']) {
      for (const text of [`{"${name}":{"prototype":{"polluted":1}}}`, `{"name":{"${name}":{"polluted":1}}}`]) {
        const { status } = await api.post('/v1/compare/a/b/merge').type('json').send(text)
        expect([400, 422]).toContain(status)
      }
      await api.post('/upload').type('form').send(`${name}[polluted]=1`).expect(422)
    }
    expect({}).not.toHaveProperty('polluted')
    expect(await db.list.count()).toBe(0)
  })
})

describe('a JSON value of the wrong type', () => {
  const values: unknown[] = [['x'], [], [['x']], {}, { toString: 1, valueOf: 1 }, { length: 1 }, 2 ** 53, true]

  /** Makes a list, and returns a function that replaces it by JSON, which lacks files. */
  const replacing = async (api: TestFixtures['api'], signIn: TestFixtures['signIn']) => {
    const token = { Authorization: await signIn('Ann') }
    await fillList(api.post('/v1/lists').set(token)).expect(201)
    return () => api.put('/v1/lists/my-list').set(token).type('json')
  }

  it('returns 422 on its field', async ({ api, signIn }) => {
    const replace = await replacing(api, signIn)
    for (const field of LIST_FIELD_NAMES) {
      for (const value of values) {
        const isFine = field === 'private' && value === true
        const { body } = await replace()
          .send({ name: 'x', game: 4, description: '', [field]: value })
          .expect(422)
        expect({ field, value, message: body.errors[field]?.[0] }).toEqual({
          field,
          value,
          message: isFine ? undefined : expect.stringContaining(field),
        })
      }
    }
  })

  it('returns 422 if it is a string with a lone surrogate', async ({ api, signIn }) => {
    const replace = await replacing(api, signIn)
    for (const lone of ['\\ud800', 'a\\udfffb', '\\udc00\\ud800']) {
      const { body } = await replace().send(`{"name":"${lone}","description":"${lone}"}`).expect(422)
      expect(body.errors).toMatchObject({ name: [expect.any(String)], description: [expect.any(String)] })
    }
  })
})

it('a text of JSON with NUL or half of a surrogate pair returns 422 on its field, wherever it is', async ({
  api,
  db,
}) => {
  const { headers } = await fillList(api.post('/v1/lists')).expect(201)
  const own = { Authorization: String(headers['owner-key']) }
  const before = await storedRows(db)
  for (const bad of ['\\u0000', '\\uD800', '\\udc00\\ud83d']) {
    for (const [request, field, json] of [
      [api.patch('/v1/lists/my-list').set(own), 'name', `{"name":"a${bad}"}`],
      [api.patch('/v1/lists/my-list').set(own), 'remove', `{"remove":["x","${bad}"]}`],
      [api.patch('/v1/lists/my-list').set(own), 'x', `{"x":[{"${bad}":1}]}`],
      [api.post('/v1/lists/my-list/reports'), 'text', `{"reason":"other","text":"${bad}"}`],
      [api.post('/v1/compare/my-list/my-list/merge'), 'take', `{"take":{"mods":{"added":["${bad}"]}}}`],
    ] as const) {
      const { body } = await request.type('json').send(json).expect(422)
      expect(body.errors).toEqual({ [field]: [`The ${field} field must not have NUL or half of a surrogate pair.`] })
    }
    const part = ['name="name"\r\nContent-Type: application/json', `"a${bad}"`] as [string, string]
    const { body } = await sendParts(api.patch('/v1/lists/my-list').set(own), [part]).expect(422)
    expect(Object.keys(body.errors)).toEqual(['name'])
  }
  const fine = '{"name":"a \\ud83d\\ude00 \\\\u0000"}'
  expect((await storedRows(db)).lists).toEqual(before.lists)
  const { body } = await api.patch('/v1/lists/my-list').set(own).type('json').send(fine).expect(200)
  expect(body.data.name).toBe('a 😀 \\u0000')
})

it('a file name of invalid UTF-8 is refused, so that it never gets a slash from it', async ({ api, db }) => {
  const form = formBody([...FIELD_PARTS, ['name="files[]"; filename="OVERLONG.txt"', 'x']])
  const at = form.indexOf('OVERLONG')
  for (const bytes of ['\xc0\xaf..\xc0\xafx', '\xe0\x80\xafabcde', '\xed\xa0\x80abcde', '\xf4\x90\x80\x80abcd']) {
    form.fill('_', at, at + 8).write(bytes, at, 'latin1')
    await api.post('/v1/lists').set('Content-Type', FORM_TYPE).send(form).expect(422)
  }
  expect([await db.list.count(), await db.file.count()]).toEqual([0, 0])
})
