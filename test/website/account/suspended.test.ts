import type supertest from 'supertest'
import { describe, expect } from 'vitest'
import type { Database } from '../../../src/db/client.ts'
import { joinAs, signInBy } from '../../support/accounts/people.ts'
import { it } from '../../support/it.ts'
import { cookieHeader, OWN, type PlainBrowser, plainBrowser } from '../../support/requests/browser-forms.ts'
import { fillList } from '../../support/requests/forms.ts'
import { textOf } from '../../support/website/pages.ts'

type Api = ReturnType<typeof supertest>

const upload = (api: Api, { jar }: PlainBrowser) =>
  fillList(
    api
      .post('/upload')
      .set({ ...OWN, Cookie: cookieHeader(jar) })
      .redirects(0),
    { name: 'Mine' },
  )

const suspend = async (db: Database) => {
  const { id: userId } = await db.user.findFirstOrThrow()
  await db.suspension.create({ data: { userId, reason: 'Spam', createdAt: new Date() } })
}

const REASON = 'Forbidden: your account is suspended: Spam'

describe('a suspended user', () => {
  it('signs in, sees their account and downloads their data', async ({ api, db }) => {
    const { browser, device } = await joinAs(api, 'Ann')
    await upload(api, browser).expect(303)
    await suspend(db)
    const again = plainBrowser(api)
    expect((await signInBy(device, again)).status).toBe(303)
    expect(textOf((await again.open('/account')).text)).toContain('Your lists (1)')
    expect((await again.open('/account/data')).headers['content-type']).toBe('application/zip')
  })

  it.for([
    ['/account/tokens', { label: 'mine', 'abilities[]': 'read', lifetime: '30d' }],
    ['/device/answer', { answer: 'allow' }],
    ['/account/claim', { slug: 'old' }],
    ['/account/delete', { confirmation: 'Ann', fate: 'keep' }],
  ] as const)('is refused with 403 and the reason at %s, and nothing changes', async ([path, fields], { api, db }) => {
    const old = await fillList(api.post('/v1/lists'), { name: 'Old' }).expect(201)
    const { browser } = await joinAs(api, 'Ann')
    await suspend(db)
    const { body } = await api.post('/oauth/device_authorization').type('form').send({ client_id: 'mo2-plugin' })
    const form = { ...fields, user_code: body.user_code as string, owner_key: String(old.headers['owner-key']) }
    const { status, text } = await browser.submit(path, form)
    expect([status, textOf(text)]).toEqual([403, expect.stringContaining(REASON)])
    expect([await db.apiToken.count(), await db.user.count()]).toEqual([0, 1])
    expect(await db.list.findMany()).toMatchObject([{ authorId: null }])
    expect(await db.deviceCode.findMany()).toMatchObject([{ userId: null, denied: false }])
  })

  it('denies a program, and deletes their account with its lists', async ({ api, db }) => {
    const { browser } = await joinAs(api, 'Ann')
    await upload(api, browser).expect(303)
    await suspend(db)
    const { body } = await api.post('/oauth/device_authorization').type('form').send({ client_id: 'mo2-plugin' })
    const denied = await browser.submit('/device/answer', { user_code: body.user_code, answer: 'deny' })
    expect(textOf(denied.text)).toContain('The program did not get access.')
    expect((await browser.submit('/account/delete', { confirmation: 'Ann', fate: 'delete' })).status).toBe(303)
    expect([await db.user.count(), await db.list.count()]).toEqual([0, 0])
  })
})
