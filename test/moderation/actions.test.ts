import { describe, expect } from 'vitest'
import { actorOf } from '../../src/accounts/tokens/service.ts'
import type { Actor } from '../../src/actor.ts'
import { moderate, type Order } from '../../src/moderation/actions/service.ts'
import { changeModerator } from '../../src/moderation/operator-service.ts'
import { storedRows } from '../support/database/stored.ts'
import { it, type TestFixtures } from '../support/it.ts'
import { publish } from '../support/moderation.ts'
import { bearer, keyOf } from '../support/requests/authorization.ts'
import { fillList } from '../support/requests/forms.ts'

/** Creates a moderator with this name. */
async function moderatorOf({ catalog, signIn }: Pick<TestFixtures, 'catalog' | 'signIn'>, name = 'Mo'): Promise<Actor> {
  const token = await signIn(name)
  await changeModerator(catalog, name, true)
  const actor = await actorOf(catalog, token)
  if (actor === null) throw new Error('The token was made just now.')
  return actor
}

const HIDE: Order = { action: 'hide', reason: 'Spam' }

describe('an action of a moderator', () => {
  it('is in the log with who, when, why and what', async ({ api, catalog, db, signIn }) => {
    const moderator = await moderatorOf({ catalog, signIn })
    const author = await signIn('Author')
    await fillList(api.post('/v1/lists').set(bearer(author))).expect(201)
    await api.post('/v1/lists/my-list/reports').send({ reason: 'spam' }).expect(202)
    const list = await db.list.findFirstOrThrow()
    await moderate(catalog, moderator, 'my-list', {
      ...{ action: 'delete', reason: 'Stolen', blockFiles: true, suspendAuthor: true },
    })
    const [, entry] = await db.moderationAction.findMany({ orderBy: { id: 'asc' } })
    expect(entry).toMatchObject({
      ...{ action: 'delete', reason: 'Stolen', moderator: 'Mo', createdAt: catalog.clock() },
      ...{ listId: list.id, slug: 'my-list', listName: 'My List', userId: list.authorId },
      ...{ reports: 1, blockedFiles: 1, suspended: true },
    })
    expect(await db.list.count()).toBe(0)
    expect(await db.report.findMany()).toMatchObject([{ listId: null, outcome: 'acted on', sender: null }])
  })

  it('stays in the log: no statement changes or deletes it', async ({ api, catalog, db }) => {
    await publish(api)
    await moderate(catalog, null, 'my-list', HIDE)
    const before = await db.moderationAction.findMany()
    await expect(db.moderationAction.updateMany({ data: { reason: 'Other' } })).rejects.toThrow("can't be changed")
    await expect(db.moderationAction.deleteMany()).rejects.toThrow("can't be changed")
    expect(await db.moderationAction.findMany()).toEqual(before)
  })

  it.for([
    ['hide', 'hid'],
    ['delete', 'deleted'],
  ] as const)(
    'is done once if two moderators %s a list at once, and the second one learns who did it',
    async ([action, done], { api, catalog, db, signIn }) => {
      const moderators = [await moderatorOf({ catalog, signIn }), await moderatorOf({ catalog, signIn }, 'Ann')]
      await publish(api)
      const act = (moderator: Actor) => moderate(catalog, moderator, 'my-list', { action, reason: 'Spam' })
      const results = await Promise.allSettled(moderators.map(act))
      const rejected = results.filter((result) => result.status === 'rejected')
      expect(rejected.map(({ reason }) => [reason.kind, reason.message])).toEqual([
        [
          'conflict',
          expect.stringMatching(`^Nothing was changed: (Mo|Ann) ${done} this list on 2026-11-20 08:30 UTC\\.$`),
        ],
      ])
      expect(await db.moderationAction.count({ where: { action } })).toBe(1)
    },
  )

  it('is stored as a whole or not at all', async ({ api, catalog, db }) => {
    await publish(api)
    await api.post('/v1/lists/my-list/reports').send({ reason: 'spam' }).expect(202)
    const before = await storedRows(db)
    const order: Order = { action: 'delete', reason: 'Spam', blockFiles: true, suspendAuthor: true }
    await expect(moderate(catalog, null, 'my-list', order)).rejects.toMatchObject({ kind: 'invalid' })
    expect(await storedRows(db)).toEqual(before)
  })
})

describe('a blocked file', () => {
  it('is refused by its content, under any name and from any sender', async ({ api, catalog, db, signIn }) => {
    const content = '+Stolen mod\r\n'
    await publish(api, {}, { 'modlist.txt': content, 'empty.txt': '' })
    const key = await keyOf(api, { name: 'Mine' })
    const token = await signIn('Author')
    await moderate(catalog, null, 'my-list', { ...HIDE, action: 'delete', blockFiles: true })
    expect(await db.blockedFile.findMany()).toMatchObject([{ name: 'modlist.txt', bytes: content.length }])
    const before = await storedRows(db)

    const message = 'This file was taken down: other.txt'
    const files = { 'other.txt': content, 'fine.txt': '+Another mod\n' }
    for (const request of [
      api.post('/v1/lists'),
      api.post('/v1/lists').set(bearer(token)),
      api.put('/v1/lists/mine').set(bearer(key)),
      api.patch('/v1/lists/mine').set(bearer(key)),
    ]) {
      const { body } = await fillList(request, {}, files).expect(422)
      expect(body).toEqual({ message, errors: { files: [message] } })
    }
    expect(await storedRows(db)).toEqual(before)
    await fillList(api.post('/v1/lists'), {}, { 'modlist.txt': '+Stolen mud\r\n', 'empty.txt': '' }).expect(201)
  })
})

describe('a suspended user', () => {
  it('can read their own lists, and learns why any write is refused (403)', async ({ api, catalog, db, signIn }) => {
    const token = await signIn('Author')
    await fillList(api.post('/v1/lists').set(bearer(token))).expect(201)
    await publish(api, { name: 'Bad' })
    await db.list.updateMany({ where: { slug: 'bad' }, data: { authorId: (await db.user.findFirstOrThrow()).id } })
    await moderate(catalog, null, 'bad', { action: 'hide', reason: 'Malware', suspendAuthor: true })
    const before = await storedRows(db)

    const message = 'Forbidden: your account is suspended: Malware'
    const path = '/v1/lists/my-list'
    for (const request of [api.post('/v1/lists'), api.put(path), api.patch(path)]) {
      expect((await fillList(request.set(bearer(token))).expect(403)).body).toEqual({ message })
    }
    expect((await api.delete(path).set(bearer(token)).expect(403)).body).toEqual({ message })
    expect(await storedRows(db)).toEqual(before)
    await api.get('/v1/user').set(bearer(token)).expect(200)
    expect((await api.get('/v1/user/lists').set(bearer(token)).expect(200)).body.data).toHaveLength(1)
  })
})
