import { describe, expect } from 'vitest'
import { NOTHING_STORED, storedRows } from '../../../support/database/stored.ts'
import { it } from '../../../support/it.ts'
import { fillList, MODLIST } from '../../../support/requests/forms.ts'

const ONLY_A_MESSAGE = { message: expect.stringMatching(/./) }

describe('POST /v1/lists', () => {
  it.for([
    ['an unknown token', 'Bearer mlc_unknown'],
    ['an unknown bare token', 'mlc_unknown'],
    ['an empty token', 'Bearer '],
    ['another scheme', 'Basic YWRhOnNlY3JldA=='],
  ] as const)('refuses %s with 401, before it checks the body, and stores nothing', async ([, header], { api, db }) => {
    const { body } = await fillList(api.post('/v1/lists').set('Authorization', header), { name: '' }).expect(401)

    expect(body).toEqual(ONLY_A_MESSAGE)
    expect(body.message).toMatch(/token/i)
    expect(await storedRows(db)).toEqual(NOTHING_STORED)
  })

  it('refuses a token without the ability to create with 403, before it checks the body, and stores nothing', async ({
    api,
    db,
    signIn,
  }) => {
    const token = await signIn('Ada', { abilities: ['read', 'update', 'delete'] })
    const { body } = await fillList(api.post('/v1/lists').auth(token, { type: 'bearer' }), { name: '' }).expect(403)

    expect(body).toEqual(ONLY_A_MESSAGE)
    expect(body.message).toMatch(/permission/i)
    expect(await storedRows(db)).toEqual(NOTHING_STORED)
  })

  it.for(['name', 'game', 'description'])(
    'refuses a form without the field %s with 422, and stores nothing',
    async (field, { api, db }) => {
      const { body } = await fillList(api.post('/v1/lists'), { [field]: undefined }).expect(422)

      const message = `The ${field} field is required.`
      expect(body).toEqual({ message, errors: { [field]: [message] } })
      expect(await storedRows(db)).toEqual(NOTHING_STORED)
    },
  )

  it('refuses a form without files with 422, and stores nothing', async ({ api, db }) => {
    const { body } = await fillList(api.post('/v1/lists'), {}, {}).expect(422)

    expect(body).toEqual({ message: body.errors.files[0], errors: { files: [expect.any(String)] } })
    expect(await storedRows(db)).toEqual(NOTHING_STORED)
  })

  it('refuses several invalid fields with 422 and a message for each, and stores nothing', async ({ api, db }) => {
    const invalid = {
      name: ' ',
      game: '99',
      description: undefined,
      website: 'javascript:1',
      private: '?',
      expires: '1y',
    }
    const { body } = await fillList(api.post('/v1/lists'), invalid, {}).expect(422)

    const fields = ['description', 'expires', 'files', 'name', 'private', 'website']
    expect(Object.keys(body.errors).sort()).toEqual(expect.arrayContaining(fields))
    expect(Object.values(body.errors).flat()).toEqual(expect.arrayContaining([expect.any(String)]))
    expect(body.message).toBe(Object.values<string[]>(body.errors)[0]?.[0])
    expect(await storedRows(db)).toEqual(NOTHING_STORED)
  })

  it.for([
    ['no body', ''],
    ['JSON without files', JSON.stringify({ name: 'A', game: 4, description: '', private: true })],
    [
      'JSON that imitates a parsed file',
      JSON.stringify({
        name: 'A',
        game: 4,
        description: '',
        files: [{ name: 'a', pieces: [{ type: 'Buffer', data: [65] }] }],
      }),
    ],
    [
      'JSON that imitates a parsed empty file',
      JSON.stringify({ name: 'A', game: 4, description: '', files: [{ name: 'a', pieces: [] }] }),
    ],
  ] as const)('refuses %s with 422, and stores nothing', async ([, json], { api, db }) => {
    const request = json === '' ? api.post('/v1/lists') : api.post('/v1/lists').type('json').send(json)
    const { body } = await request.expect(422)

    expect(body.errors).toMatchObject({ files: [expect.any(String)] })
    expect(body.errors).not.toHaveProperty('private')
    expect(await storedRows(db)).toEqual(NOTHING_STORED)
  })

  it.for(['a urlencoded form', 'a text part instead of a file'])(
    'refuses %s with 422, and stores nothing',
    async (kind, { api, db }) => {
      const fields = { name: 'A', game: '4', description: '' }
      const request = api.post('/v1/lists')
      const sent =
        kind === 'a urlencoded form'
          ? request.type('form').send(fields)
          : request.field({ ...fields, 'files[]': MODLIST })
      const { body } = await sent.expect(422)

      expect(body.errors).toEqual({ files: [expect.any(String)] })
      expect(await storedRows(db)).toEqual(NOTHING_STORED)
    },
  )
})
