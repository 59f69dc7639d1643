import { describe, expect } from 'vitest'
import { deleteUser } from '../../../../src/accounts/service.ts'
import { deleteListsBySlug } from '../../../../src/moderation/actions/service.ts'
import { sweep } from '../../../../src/startup/sweep.ts'
import { it, type TestFixtures } from '../../../support/it.ts'
import { bearer, keyOf } from '../../../support/requests/authorization.ts'
import { fillList } from '../../../support/requests/forms.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Creates an anonymous list and returns its slug. */
const slugOf = async (api: TestFixtures['api'], name = 'My List'): Promise<string> =>
  (await fillList(api.post('/v1/lists'), { name, expires: 'perm' }).expect(201)).body.data.slug

describe('the slug of a deleted or expired list', () => {
  it('is free a day after an anonymous list is deleted, not earlier', async ({ api, catalog, clock, db }) => {
    await api
      .delete('/v1/lists/my-list')
      .set(bearer(await keyOf(api)))
      .expect(204)
    expect(await slugOf(api)).toBe('my-list-2')

    await db.list.deleteMany()
    clock.advance(DAY - 1)
    await sweep(catalog)
    expect(await slugOf(api)).toBe('my-list-2')

    await db.list.deleteMany()
    clock.advance(1)
    await sweep(catalog)
    expect(await db.freedSlug.count()).toBe(0)
    expect(await slugOf(api)).toBe('my-list')
  })

  it('is free 90 days after a list with an author is deleted, not earlier', async ({
    api,
    catalog,
    clock,
    db,
    signIn,
  }) => {
    const token = await signIn('Ann')
    await fillList(api.post('/v1/lists').set(bearer(token))).expect(201)
    await api.delete('/v1/lists/my-list').set(bearer(token)).expect(204)
    // The former author does not get the slug back either.
    const { body } = await fillList(api.post('/v1/lists').set(bearer(token))).expect(201)
    expect(body.data.slug).toBe('my-list-2')

    await db.list.deleteMany()
    clock.advance(90 * DAY - 1)
    await sweep(catalog)
    expect(await slugOf(api)).toBe('my-list-2')

    await db.list.deleteMany()
    clock.advance(1)
    await sweep(catalog)
    expect(await slugOf(api)).toBe('my-list')
  })

  it.for([
    ['an anonymous list', undefined, DAY],
    ['a list with an author', 'Ann', 90 * DAY],
  ] as const)(
    'is reserved from the expiry of %s, even if the sweep is late',
    async ([, user, kept], { api, catalog, clock, db, signIn }) => {
      const request = api.post('/v1/lists')
      if (user !== undefined) request.set(bearer(await signIn(user)))
      await fillList(request, { expires: '3h' }).expect(201)
      const expiry = clock.now.getTime() + 3 * HOUR
      clock.advance(5 * HOUR)
      expect(await slugOf(api)).toBe('my-list-2')

      await sweep(catalog)
      expect(await db.freedSlug.findMany()).toMatchObject([{ slug: 'my-list', freeAt: new Date(expiry + kept) }])
      expect(await slugOf(api)).toBe('my-list-3')
    },
  )

  it('is reserved after an operator deletes the list, or its author with all lists', async ({
    api,
    catalog,
    signIn,
  }) => {
    const token = await signIn('Ann')
    await fillList(api.post('/v1/lists').set(bearer(token))).expect(201)
    await fillList(api.post('/v1/lists').set(bearer(token)), { name: 'Other' }).expect(201)

    expect(await deleteListsBySlug({ ...catalog }, ['my-list'], 'Spam')).toEqual([])
    await deleteUser(catalog, 'Ann', { withLists: true })
    expect([await slugOf(api), await slugOf(api, 'Other')]).toEqual(['my-list-2', 'other-2'])
  })

  it('is given to none of many lists with this name that are created at once', async ({ api, db }) => {
    const keys = await Promise.all(Array.from({ length: 20 }, () => fillList(api.post('/v1/lists')).expect(201)))
    const freed = keys.slice(5, 15).map(({ body }) => body.data.slug)
    for (const { body, headers } of keys.slice(5, 15)) {
      await api
        .delete(body.data.url)
        .set(bearer(String(headers['owner-key'])))
        .expect(204)
    }

    const answers = await Promise.all(Array.from({ length: 40 }, () => fillList(api.post('/v1/lists'))))
    expect(answers.map(({ status }) => status)).toEqual(Array(40).fill(201))
    const slugs = answers.map(({ body }) => body.data.slug)
    expect(new Set([...slugs, ...freed]).size).toBe(50)
    expect(await db.list.count()).toBe(50)
  })
})
