import type supertest from 'supertest'
import { describe, expect } from 'vitest'
import { joinAs, uploadBy } from '../../support/accounts/people.ts'
import { storedRows } from '../../support/database/stored.ts'
import { it } from '../../support/it.ts'
import { cookieHeader, OWN, type PlainBrowser, plainBrowser } from '../../support/requests/browser-forms.ts'
import { fillList } from '../../support/requests/forms.ts'
import { textOf } from '../../support/website/pages.ts'

type Api = ReturnType<typeof supertest>

const edit = (api: Api, { jar }: PlainBrowser, slug: string, fields = {}, path = 'edit') =>
  fillList(
    api
      .post(`/lists/${slug}/${path}`)
      .set({ ...OWN, Cookie: cookieHeader(jar) })
      .redirects(0),
    fields,
    {},
  )

describe('an upload of a signed-in user', () => {
  it('belongs to the user, has no owner key, and is permanent by default', async ({ api, db }) => {
    const { browser } = await joinAs(api, 'Ann')
    const page = await browser.open('/upload')
    expect(textOf(page.text)).toContain('You share as Ann .')
    expect(page.text).toContain('<option value="perm" selected')
    expect([page.headers['cache-control'], page.headers.etag]).toEqual(['no-store', undefined])
    const answer = await uploadBy(api, browser, { name: 'Mine' }).expect(303)
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect(await db.list.findMany({ include: { author: true, ownerKey: true } })).toMatchObject([
      { slug: 'mine', author: { name: 'Ann' }, ownerKey: null, expiresAt: null },
    ])
  })

  it('is refused with the form again after the session has ended or another user has signed in', async ({
    api,
    db,
  }) => {
    const { browser } = await joinAs(api, 'Ann')
    const { browser: bob } = await joinAs(api, 'Bob')
    expect((await browser.open('/upload')).text).toContain('name="signed_in_as" value="Ann"')
    expect((await browser.open('/')).text).toMatch(/name="signed_in_as" value(="")? disabled/)
    await db.session.deleteMany({ where: { user: { name: 'Ann' } } })
    for (const [who, shownTo] of [
      [browser, 'Ann'],
      [browser, ''], // by the script of a cached page
      [bob, 'Ann'],
    ] as const) {
      const { status, text } = await uploadBy(api, who, { signed_in_as: shownTo, name: 'Mine' })
      expect([status, textOf(text)]).toEqual([422, expect.stringContaining('You are no longer signed in')])
      expect(text).toContain('value="Mine"')
      expect(text).toMatch(/<div class="own">/)
    }
    expect(await db.list.count()).toBe(0)
    await uploadBy(api, browser, { signed_in_as: 'Ann', anonymous: 'on' }).expect(303)
    await uploadBy(api, bob, { signed_in_as: 'Bob', anonymous: '0' }).expect(303)
    const lists = await db.list.findMany({ include: { author: true }, orderBy: { id: 'asc' } })
    expect(lists.map(({ author }) => author?.name)).toEqual([undefined, 'Bob'])
  })

  it('returns JSON to the script of the form', async ({ api }) => {
    const { browser } = await joinAs(api, 'Ann')
    const json = { ...OWN, Accept: 'application/json' }
    const own = await uploadBy(api, browser, { name: 'Mine' }, json).expect(201)
    expect(own.body.data).toMatchObject({ slug: 'mine', author: { name: 'Ann' } })
    const other = await uploadBy(api, browser, { anonymous: 'on' }, json).expect(201)
    expect(other.headers['owner-key']).toMatch(/^mlk_/)
    const wrong = await uploadBy(api, browser, { game: '99' }, json).expect(422)
    expect(wrong.body.errors).toHaveProperty('game')
  })
})

describe('a signed-in author of a list', () => {
  it('edits and deletes the list without a key or a token', async ({ api, db }) => {
    const { browser } = await joinAs(api, 'Ann')
    await uploadBy(api, browser, { name: 'Mine' }).expect(303)
    const page = await browser.open('/lists/mine/edit')
    expect(page.text).not.toContain('name="owner_key"')
    expect((await plainBrowser(api).open('/lists/mine/edit')).text).toContain('name="owner_key"')
    await edit(api, browser, 'mine', { name: 'Ours', expires: 'perm' }).expect(303)
    expect(await db.list.findMany()).toMatchObject([{ name: 'Ours' }])
    await edit(api, browser, 'mine', {}, 'delete').expect(303)
    expect(await db.list.count()).toBe(0)
  })

  it('is not another user, an ended session, or a wrong key (422)', async ({ api, db }) => {
    const ann = await joinAs(api, 'Ann')
    const bob = await joinAs(api, 'Bob')
    await uploadBy(api, ann.browser, { name: 'Mine' }).expect(303)
    const before = await storedRows(db)
    await edit(api, bob.browser, 'mine', { name: 'His' }).expect(422)
    await edit(api, bob.browser, 'mine', {}, 'delete').expect(422)
    await edit(api, plainBrowser(api), 'mine', { name: 'His', owner_key: 'session' }).expect(422)
    await edit(api, plainBrowser(api), 'mine', { owner_key: 'session' }, 'delete').expect(422)
    const jar = new Map(ann.browser.jar)
    await ann.browser.submit('/sign-out')
    await edit(api, plainBrowser(api, jar), 'mine', { name: 'Gone' }).expect(422)
    expect(await storedRows(db)).toEqual(before)
  })

  it('claims an anonymous list with its owner key, once', async ({ api, db }) => {
    const { headers } = await fillList(api.post('/v1/lists'), { name: 'Old' }).expect(201)
    const key = String(headers['owner-key'])
    const { browser } = await joinAs(api, 'Ann')
    const claim = (fields: Record<string, string>, who = browser) =>
      who.submit('/account/claim', fields, { ...OWN, Accept: 'application/json' })
    expect((await claim({ slug: 'old', owner_key: 'mlk_wrong' })).status).toBe(422)
    expect((await claim({ slug: 'none', owner_key: key })).status).toBe(404)
    expect((await claim({ slug: 'old', owner_key: key }, plainBrowser(api))).status).toBe(303)
    expect((await claim({ slug: 'old', owner_key: key, expires: 'x' })).status).toBe(422)
    expect(await db.list.findMany()).toMatchObject([{ authorId: null }])
    expect((await claim({ slug: 'old', owner_key: key, expires: 'perm' })).body).toEqual({ data: { slug: 'old' } })
    expect((await claim({ slug: 'old', owner_key: key })).status).toBe(404)
    expect(await db.list.findMany({ include: { author: true } })).toMatchObject([
      { author: { name: 'Ann' }, expiresAt: null },
    ])
  })
})
