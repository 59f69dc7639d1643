import { describe, expect } from 'vitest'
import { suspendUser } from '../../../src/moderation/operator-service.ts'
import { joinAs, signInBy, uploadBy } from '../../support/accounts/people.ts'
import { it } from '../../support/it.ts'
import { hide } from '../../support/moderation.ts'
import { plainBrowser } from '../../support/requests/browser-forms.ts'
import { fillList } from '../../support/requests/forms.ts'
import { textOf } from '../../support/website/pages.ts'

const REASON = 'Forbidden: your account is suspended: Spam'

describe('a suspended user', () => {
  it('signs in, sees their account and downloads their data', async ({ api, catalog }) => {
    const { browser, device } = await joinAs(api, 'Ann')
    await uploadBy(api, browser, { name: 'Mine' }).expect(303)
    await suspendUser(catalog, 'Ann', 'Spam', null)
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
  ] as const)(
    'is refused with 403 and the reason at %s, and nothing changes',
    async ([path, fields], { api, catalog, db }) => {
      const old = await fillList(api.post('/v1/lists'), { name: 'Old' }).expect(201)
      const { browser } = await joinAs(api, 'Ann')
      await suspendUser(catalog, 'Ann', 'Spam', null)
      const { body } = await api.post('/oauth/device_authorization').type('form').send({ client_id: 'mo2-plugin' })
      const form = { ...fields, user_code: body.user_code as string, owner_key: String(old.headers['owner-key']) }
      const { status, text } = await browser.submit(path, form)
      expect([status, textOf(text)]).toEqual([403, expect.stringContaining(REASON)])
      expect([await db.apiToken.count(), await db.user.count()]).toEqual([0, 1])
      expect(await db.list.findMany()).toMatchObject([{ authorId: null }])
      expect(await db.deviceCode.findMany()).toMatchObject([{ userId: null, denied: false }])
    },
  )

  it('denies a program, and deletes their account with its lists', async ({ api, catalog, db }) => {
    const { browser } = await joinAs(api, 'Ann')
    await uploadBy(api, browser, { name: 'Mine' }).expect(303)
    await suspendUser(catalog, 'Ann', 'Spam', null)
    const { body } = await api.post('/oauth/device_authorization').type('form').send({ client_id: 'mo2-plugin' })
    const denied = await browser.submit('/device/answer', { user_code: body.user_code, answer: 'deny' })
    expect(textOf(denied.text)).toContain('The program did not get access.')
    expect((await browser.submit('/account/delete', { confirmation: 'Ann', fate: 'delete' })).status).toBe(303)
    expect([await db.user.count(), await db.list.count()]).toEqual([0, 0])
  })

  it('uploads nothing and deletes no single list, not even a hidden one', async ({ api, catalog, db }) => {
    const { browser } = await joinAs(api, 'Ann')
    await uploadBy(api, browser, { name: 'Mine' }).expect(303)
    await hide(catalog, 'mine')
    await suspendUser(catalog, 'Ann', 'Spam', null)
    expect(textOf((await uploadBy(api, browser).expect(422)).text)).toContain(REASON)
    expect((await browser.submit('/lists/mine/delete')).status).toBe(403)
    expect(await db.list.count()).toBe(1)
    const { text } = await browser.open('/account')
    expect([text.includes('Download zip'), text.includes('Delete for good')]).toEqual([true, false])
  })
})
