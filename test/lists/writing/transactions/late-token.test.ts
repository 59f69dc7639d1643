import { createHash } from 'node:crypto'
import { describe, expect } from 'vitest'
import { deleteUser } from '../../../../src/accounts/service.ts'
import { issueToken, revokeToken } from '../../../../src/accounts/tokens/service.ts'
import { ABILITIES } from '../../../../src/actor.ts'
import { changeMeanwhile } from '../../../support/database/meanwhile.ts'
import { query } from '../../../support/database/query.ts'
import { linkedRows, storedRows } from '../../../support/database/stored.ts'
import { it, START, type TestFixtures } from '../../../support/it.ts'
import { bearer, keyOf } from '../../../support/requests/authorization.ts'
import { fillList } from '../../../support/requests/forms.ts'

const HOUR = 3_600_000

/** Locks lists so that requests can read but writes wait. */
const LOCK = 'LOCK TABLE lists IN EXCLUSIVE MODE'

type Send = (api: TestFixtures['api'], token: string, ownerKey: string) => PromiseLike<{ status: number }>

const WRITES: [name: string, send: Send][] = [
  ['a create', (api, token) => fillList(api.post('/v1/lists').set(bearer(token)))],
  ['an update', (api, token) => fillList(api.put('/v1/lists/own').set(bearer(token)), { name: 'Changed' })],
  ['a delete', (api, token) => api.delete('/v1/lists/own').set(bearer(token))],
  ['the delete of a revision', (api, token) => api.delete('/v1/lists/own/revisions/1').set(bearer(token))],
  ['a claim', (api, token, key) => api.post('/v1/lists/anonymous/claim').set(bearer(token)).send({ owner_key: key })],
]

describe('a token that becomes invalid after its request was authenticated', () => {
  it.for(
    WRITES.flatMap(([name, send]) => (['is revoked', 'expires'] as const).map((end) => [name, end, send] as const)),
  )(
    'makes %s return 401 and store nothing if the token %s',
    async ([, end, send], { api, catalog, clock, db, signIn, url }) => {
      const { token, key } = await prepare({ api, catalog, signIn })
      const before = await storedRows(db)

      const change = async () =>
        end === 'expires' ? clock.advance(HOUR) : revokeToken(catalog, await idOf(url, token))
      expect((await changeMeanwhile(url, { lock: LOCK, change }, () => send(api, token, key))).status).toBe(401)
      expect(await storedRows(db)).toEqual(before)
    },
  )

  it('makes a create return 401 and store nothing if the user is deleted', async ({
    api,
    catalog,
    db,
    signIn,
    url,
  }) => {
    const { token } = await prepare({ api, catalog, signIn })
    await api.delete('/v1/lists/own').set(bearer(token)).expect(204)
    const before = await linkedRows(db)

    // This locks files, not lists, because deleting the user needs their lists.
    const lock = 'LOCK TABLE files IN EXCLUSIVE MODE'
    const change = () => deleteUser(catalog, 'Ann', { withLists: false })
    const send = () => fillList(api.post('/v1/lists').set(bearer(token)), {}, { 'new.txt': 'new' })
    expect((await changeMeanwhile(url, { lock, change }, send)).status).toBe(401)
    expect(await linkedRows(db)).toEqual(before)
  })

  it('writes nothing after its revocation has returned', async ({ api, catalog, db, signIn, url }) => {
    for (let round = 0; round < 10; round++) {
      const token = await signIn(`User ${round}`)
      const id = await idOf(url, token)
      const written = Promise.all(
        Array.from({ length: 6 }, () =>
          fillList(api.post('/v1/lists').set(bearer(token))).then(({ status }) => status),
        ),
      )
      await revokeToken(catalog, id)
      const count = await db.list.count()
      for (const status of await written) expect([201, 401]).toContain(status)
      expect(await db.list.count()).toBe(count)
    }
  })

  /** Creates a user with a list of two revisions and a token for an hour, and an anonymous list with its key. */
  async function prepare({ api, catalog, signIn }: Pick<TestFixtures, 'api' | 'catalog' | 'signIn'>) {
    await signIn('Ann')
    const issued = { user: 'Ann', abilities: ABILITIES, label: null, lifetime: HOUR }
    const token = await issueToken(catalog, issued)
    await fillList(api.post('/v1/lists').set(bearer(token)), { name: 'Own' }).expect(201)
    await fillList(api.put('/v1/lists/own').set(bearer(token)), { name: 'Own', version: '2' }).expect(200)
    return { token, key: await keyOf(api, { name: 'Anonymous' }) }
  }

  async function idOf(url: string, token: string): Promise<number> {
    const hash = createHash('sha256').update(token).digest()
    return Number((await query(url, 'SELECT id FROM api_tokens WHERE hash = $1', [hash]))[0]?.id)
  }
})

describe('a list that expires while its update waits', () => {
  it.for([
    ['a list', LOCK],
    ['a file', 'LOCK TABLE files IN EXCLUSIVE MODE'],
  ])(
    'stays expired if the update waits for %s: it returns 404 and stores nothing',
    async ([, lock = ''], { api, clock, db, signIn, url }) => {
      const token = await signIn('Ann')
      await fillList(api.post('/v1/lists').set(bearer(token)), { expires: '3h' }).expect(201)
      const before = await linkedRows(db)

      const send = () => fillList(api.put('/v1/lists/my-list').set(bearer(token)), {}, { 'new.txt': 'new' })
      const change = async () => clock.advance(3 * HOUR)
      expect((await changeMeanwhile(url, { lock, change }, send)).status).toBe(404)
      expect(await linkedRows(db)).toEqual(before)
      await api.get('/v1/lists/my-list').expect(404)
      expect(clock.now).toEqual(new Date(START.getTime() + 3 * HOUR))
    },
  )

  it('stays expired if the update has the owner key: it returns 401 and stores nothing', async ({
    api,
    clock,
    db,
    url,
  }) => {
    const key = await keyOf(api, { expires: '3h' })
    const before = await linkedRows(db)

    const send = () => fillList(api.put('/v1/lists/my-list').set(bearer(key)), { expires: '1w' })
    const change = async () => clock.advance(3 * HOUR)
    expect((await changeMeanwhile(url, { lock: LOCK, change }, send)).status).toBe(401)
    expect(await linkedRows(db)).toEqual(before)
  })
})
