import type supertest from 'supertest'
import { describe, expect } from 'vitest'
import { sweep } from '../../../src/startup/sweep.ts'
import { NOTHING_STORED, storedRows } from '../../support/database/stored.ts'
import { it } from '../../support/it.ts'
import { bearer } from '../../support/requests/authorization.ts'
import { fillList } from '../../support/requests/forms.ts'

const KEY = 'Idempotency-Key'
const UUID = '8e03978e-40d5-43dd-bc93-6894a57f9324'

const create = (
  api: ReturnType<typeof supertest>,
  key: string,
  fields: Parameters<typeof fillList>[1] = {},
  files?: Parameters<typeof fillList>[2],
) => fillList(api.post('/v1/lists').set(KEY, key), fields, files)

describe('a list that is sent again with the same Idempotency-Key', () => {
  it('is created once: the response is the same, with its address and owner key, which changes the list', async ({
    api,
    db,
  }) => {
    const first = await create(api, UUID).expect(201)
    const before = await storedRows(db)
    const again = await create(api, UUID).set('Origin', 'https://www.example.com').expect(201)
    expect(again.body).toEqual(first.body)
    expect([first.headers['idempotent-replay'], again.headers['idempotent-replay']]).toEqual([undefined, 'true'])
    expect(again.headers['access-control-expose-headers']?.split(', ')).toContain('Idempotent-Replay')
    for (const header of ['location', 'owner-key', 'etag', 'cache-control'])
      expect(again.headers[header]).toBe(first.headers[header])
    expect(await storedRows(db)).toEqual(before)
    const key = String(again.headers['owner-key'])
    expect(key).toMatch(/^mlk_[\w-]{43}$/)
    await fillList(api.put('/v1/lists/my-list').set(bearer(key)), { name: 'Changed' }).expect(200)
    expect((await create(api, UUID).expect(201)).body.data.name).toBe('Changed')
    expect(await db.list.count()).toBe(1)
  })

  it('is created once by requests at the same time', async ({ api, db }) => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => create(api, UUID)))
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201))
    expect(new Set(answers.map(({ body }) => body.data.slug)).size).toBe(1)
    expect(new Set(answers.map(({ headers }) => headers['owner-key'])).size).toBe(1)
    expect([await db.list.count(), await db.idempotencyKey.count()]).toEqual([1, 1])
  })

  it('is refused with 422 if a field or a file differs, and changes nothing', async ({ api, db }) => {
    await create(api, UUID).expect(201)
    const before = await storedRows(db)
    for (const [fields, files] of [
      [{ name: 'Another' }, undefined],
      [{ private: '1' }, undefined],
      [{}, { 'modlist.txt': '+Another\n' }],
      [{}, { 'other.txt': '+Unofficial Patch\r\n+Sky UI\r\n-Optional_separator\r\n' }],
    ] as const) {
      const { body } = await create(api, UUID, fields, files).expect(422)
      const message = 'Another list was sent with this Idempotency-Key. Use a new key for each list.'
      expect(body).toEqual({ message, errors: { [KEY]: [message] } })
    }
    expect(await storedRows(db)).toEqual(before)
  })

  it('is a list of its own for another user, and the same one for all tokens of a user', async ({
    api,
    db,
    signIn,
  }) => {
    const [ada, ben] = [bearer(await signIn('Ada')), bearer(await signIn('Ben'))]
    const slugOf = async (who: Record<string, string>) => (await create(api, UUID).set(who).expect(201)).body.data.slug
    expect([await slugOf({}), await slugOf(ada), await slugOf(ben)]).toEqual(['my-list', 'my-list-2', 'my-list-3'])
    expect([await slugOf({}), await slugOf(ada), await slugOf(ben)]).toEqual(['my-list', 'my-list-2', 'my-list-3'])
    expect((await create(api, UUID).set(ada)).headers['owner-key']).toBeUndefined()
    expect(await db.list.count()).toBe(3)
  })

  it('comes without the owner key, which no longer works, once a user has claimed it', async ({ api, db, signIn }) => {
    const { headers } = await create(api, UUID).expect(201)
    const claim = { owner_key: headers['owner-key'] }
    await api
      .post('/v1/lists/my-list/claim')
      .set(bearer(await signIn('Ada')))
      .send(claim)
      .expect(200)
    const before = await storedRows(db)
    const again = await create(api, UUID).expect(201)
    expect([again.body.data.author.name, again.headers['owner-key']]).toEqual(['Ada', undefined])
    expect(await storedRows(db)).toEqual(before)
  })

  it('is created if it was refused before, or sent more than a day ago', async ({ api, catalog, clock, db }) => {
    await create(api, UUID, { name: '' }).expect(422)
    expect(await storedRows(db)).toEqual(NOTHING_STORED)
    expect((await create(api, UUID, { expires: '1w' }).expect(201)).headers['idempotent-replay']).toBeUndefined()
    clock.advance(24 * 3_600_000 + 1)
    await sweep(catalog)
    expect(await db.idempotencyKey.count()).toBe(0)
    expect((await create(api, UUID, { expires: '1w' }).expect(201)).body.data.slug).toBe('my-list-2')
  })

  it('is refused with 410 once the list was deleted or has expired, and creates nothing', async ({
    api,
    catalog,
    clock,
    db,
  }) => {
    const message = 'The list of this Idempotency-Key was deleted or has expired. To create it again, send a new key.'
    const { headers } = await create(api, UUID, { expires: '3h' }).expect(201)
    await api
      .delete('/v1/lists/my-list')
      .set(bearer(String(headers['owner-key'])))
      .expect(204)
    const answers = await Promise.all([create(api, UUID, { expires: '3h' }), create(api, UUID, { expires: '3h' })])
    for (const answer of answers) {
      expect([answer.status, answer.body]).toEqual([410, { message }])
      expect([answer.headers['error-code'], answer.headers['idempotent-replay']]).toEqual(['gone', undefined])
    }
    await create(api, UUID, { name: 'Another' }).expect(422)
    await create(api, 'new key', { expires: '3h' }).expect(422)
    await create(api, 'new-key', { expires: '3h' }).expect(201)
    clock.advance(3 * 3_600_000)
    await create(api, 'new-key', { expires: '3h' }).expect(410)
    await sweep(catalog)
    await create(api, 'new-key', { expires: '3h' }).expect(410)
    expect(await db.list.count()).toBe(0)
  })

  it('stores neither the key nor the owner key, and no address', async ({ api, db }) => {
    const { headers } = await create(api, UUID).expect(201)
    const stored = JSON.stringify(await db.idempotencyKey.findMany(), (_, value) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
    )
    for (const secret of [UUID, String(headers['owner-key']).slice(4), '127.0.0.1'])
      expect(stored).not.toContain(secret)
  })
})

it.for([
  ['is empty', ''],
  ['has spaces', 'my key'],
  ['is too long', 'x'.repeat(256)],
  ['is not ASCII', 'schlüssel'],
])('an Idempotency-Key that %s is refused with 422', async ([, key], { api, db }) => {
  const { body } = await fillList(api.post('/v1/lists').set(KEY, Buffer.from(key ?? '').toString('latin1'))).expect(422)
  expect(body.errors).toEqual({
    [KEY]: ['The Idempotency-Key header must have 1 to 255 visible ASCII characters, such as a UUID.'],
  })
  expect(await storedRows(db)).toEqual(NOTHING_STORED)
})
