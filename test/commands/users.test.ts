import { describe, expect } from 'vitest'
import { joinAs } from '../support/accounts/people.ts'
import { printedBy, run } from '../support/commands/run.ts'
import { countedRows } from '../support/database/statistics.ts'
import { storedRows } from '../support/database/stored.ts'
import { it } from '../support/it.ts'
import { plainBrowser } from '../support/requests/browser-forms.ts'
import { fillList } from '../support/requests/forms.ts'
import { freshStatistics } from '../support/requests/statistics.ts'

describe('user create', () => {
  it('creates a user now, verified only with --verified', async ({ url, db }) => {
    const before = new Date()
    expect(await run(url, 'user', 'create', 'Ada')).toEqual({ status: 0, printed: 'Created user Ada.', complained: '' })
    await printedBy(url, 'user', 'create', 'Bob', '--verified')
    const users = await db.user.findMany({ orderBy: { id: 'asc' } })
    expect(users).toMatchObject([
      { name: 'Ada', verified: false },
      { name: 'Bob', verified: true },
    ])
    for (const { createdAt } of users) expect(createdAt >= before && createdAt <= new Date()).toBe(true)
  })

  it.for(['ada', 'ADA', ' Ada '])(
    'refuses %j if there is a user Ada, and stores nothing',
    async (name, { url, db }) => {
      await printedBy(url, 'user', 'create', 'Ada')
      const outcome = await run(url, 'user', 'create', name)

      expect(outcome).toEqual({ status: 1, printed: '', complained: `There is already a user named ${name.trim()}.` })
      expect(await db.user.count()).toBe(1)
    },
  )
})

describe('user sign-in', () => {
  it('prints a link that signs the user in once', async ({ url, api, db }) => {
    await joinAs(api, 'Ann')
    const list = await printedBy(url, 'user', 'list')
    expect(list).toContain('1 passkey')
    const link = await printedBy(url, 'user', 'sign-in', 'ann')
    const [, code = ''] = /^http:\/\/localhost:3000\/sign-in\/recover#([0-9a-z-]{23})$/.exec(link) ?? []
    const entered = await plainBrowser(api).submit('/sign-in/recover', { code })
    expect(entered.status).toBe(303)
    expect((await plainBrowser(api).submit('/sign-in/recover', { code })).status).toBe(422)
    expect(await db.session.count()).toBe(2)
  })
})

describe('user verify', () => {
  it('makes lists show their author as verified', async ({ url, api, signIn }) => {
    const token = await signIn('Ada')
    await fillList(api.post('/v1/lists').set('Authorization', `Bearer ${token}`)).expect(201)
    expect(await printedBy(url, 'user', 'verify', 'ADA')).toBe('Verified user Ada.')

    const { body } = await api.get('/v1/lists/my-list').expect(200)
    expect(body.data.author).toEqual({ name: 'Ada', verified: true })
  })
})

describe('user delete', () => {
  it('deletes a user without lists, with all tokens, which are refused at once', async ({ url, api, db, signIn }) => {
    const token = await signIn('Ada')
    await signIn('Bob')
    expect(await printedBy(url, 'user', 'delete', 'ADA')).toBe('Deleted user Ada.')
    expect(await db.user.findMany()).toMatchObject([{ name: 'Bob' }])
    expect(await db.apiToken.count()).toBe(1)
    await api.get('/v1/user').set('Authorization', `Bearer ${token}`).expect(401)
  })

  it('is refused while the user has lists, even unlisted ones, and deletes nothing', async ({
    url,
    api,
    db,
    signIn,
  }) => {
    const token = await signIn('Ada')
    await fillList(api.post('/v1/lists').auth(token, { type: 'bearer' }), { private: '1' }).expect(201)
    const state = async () => ({ ...(await storedRows(db)), users: await db.user.findMany() })
    const before = await state()
    const complained = 'User Ada has a list. Nothing was deleted. Use --lists to delete the user and the lists.'
    expect(await run(url, 'user', 'delete', 'Ada')).toEqual({ status: 1, printed: '', complained })
    expect(await state()).toEqual(before)
  })

  it('deletes the lists of the user with --lists, and no others', async ({ url, api, catalog, db, signIn }) => {
    const token = await signIn('Ada')
    const other = await signIn('Bob')
    for (const name of ['One', 'Two']) {
      await fillList(api.post('/v1/lists').auth(token, { type: 'bearer' }), { name }).expect(201)
    }
    await fillList(api.post('/v1/lists').auth(other, { type: 'bearer' }), { name: 'His' }).expect(201)
    await fillList(api.post('/v1/lists'), { name: 'Of nobody', expires: 'perm' }).expect(201)

    expect(await printedBy(url, 'user', 'delete', 'Ada', '--lists')).toBe('Deleted user Ada and 2 lists.')
    const slugs = (await db.list.findMany({ orderBy: { id: 'asc' } })).map(({ slug }) => slug)
    expect(slugs).toEqual(['his', 'of-nobody'])
    await api.get('/v1/lists/one').expect(404)
    expect(await freshStatistics(catalog)).toEqual(await countedRows(db, catalog.clock()))
  })
})
