import type { Test } from 'supertest'
import { describe, expect } from 'vitest'
import { NOTHING_STORED, storedRows } from '../../../support/database/stored.ts'
import { it } from '../../../support/it.ts'
import { bearer } from '../../../support/requests/authorization.ts'
import { fillList, MODLIST } from '../../../support/requests/forms.ts'

describe('POST /v1/lists', () => {
  it('refuses an invalid token with 401, and one without the ability with 403, before it checks the body', async ({
    api,
    db,
    signIn,
  }) => {
    const weak = await signIn('Ada', { abilities: ['read', 'update', 'delete'] })
    for (const [secret, status, message] of [
      ['mlc_unknown', 401, /token/i],
      [weak, 403, /permission/i],
    ] as const) {
      const { body } = await fillList(api.post('/v1/lists').set(bearer(secret)), { name: '' }).expect(status)
      expect(body).toEqual({ message: expect.stringMatching(message) })
    }
    expect(await storedRows(db)).toEqual(NOTHING_STORED)
  })

  it.for(['name', 'game', 'description', 'files'])(
    'refuses a form without the field %s with 422, and stores nothing',
    async (field, { api, db }) => {
      const files = field === 'files' ? {} : { 'modlist.txt': MODLIST }
      const { body } = await fillList(api.post('/v1/lists'), { [field]: undefined }, files).expect(422)

      expect(body).toEqual({ message: body.errors[field][0], errors: { [field]: [expect.any(String)] } })
      expect(body.message).toContain(`The ${field} field is required`)
      expect(await storedRows(db)).toEqual(NOTHING_STORED)
    },
  )

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

  const FIELDS = { name: 'A', game: 4, description: '' }

  it.for<[what: string, send: (request: Test) => Test]>([
    ['JSON without files', (request) => request.send({ ...FIELDS, private: true })],
    [
      'JSON that imitates a parsed file',
      (request) => request.send({ ...FIELDS, files: [{ name: 'a', pieces: [{ type: 'Buffer', data: [65] }] }] }),
    ],
    [
      'JSON that imitates a parsed empty file',
      (request) => request.send({ ...FIELDS, files: [{ name: 'a', pieces: [] }] }),
    ],
    ['a urlencoded form', (request) => request.type('form').send(FIELDS)],
  ])('refuses %s with 415 and the type to send, and stores nothing', async ([, send], { api, db }) => {
    const { body } = await send(api.post('/v1/lists')).expect(415)

    expect(body).toEqual({ message: 'Send the body as one of these types: multipart/form-data.' })
    expect(await storedRows(db)).toEqual(NOTHING_STORED)
  })
})
