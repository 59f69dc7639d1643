import { describe, expect } from 'vitest'
import { moderate } from '../../src/moderation/actions/service.ts'
import { suspendUser } from '../../src/moderation/operator-service.ts'
import { sweep } from '../../src/startup/sweep.ts'
import { joinAs } from '../support/accounts/people.ts'
import { storedRows } from '../support/database/stored.ts'
import { it } from '../support/it.ts'
import { hide, moderatorBrowser, moderatorToken, publish } from '../support/moderation.ts'
import { bearer } from '../support/requests/authorization.ts'
import { BROWSER, openPage, textOf } from '../support/website/pages.ts'

const DAY = 24 * 3_600_000

const ORDER = { action: 'delete', reason: 'Spam' }

describe('an action of a moderator', () => {
  it('is refused if another website made their browser send it (403)', async ({ api, catalog, db }) => {
    const browser = await moderatorBrowser({ api, catalog })
    await publish(api)
    const before = await storedRows(db)
    for (const from of [{ 'Sec-Fetch-Site': 'cross-site' }, { Origin: 'https://evil.example' }]) {
      const forged = { Accept: BROWSER, ...from } as Record<string, string>
      expect((await browser.submit('/moderation/lists/my-list', ORDER, forged)).status).toBe(403)
      expect((await browser.submit('/lists/my-list/delete', {}, forged)).status).toBe(403)
    }
    expect(await storedRows(db)).toEqual(before)
  })

  it('is refused while they are suspended themselves (403), and changes nothing', async ({ api, catalog, db }) => {
    const browser = await moderatorBrowser({ api, catalog })
    const token = await moderatorToken(catalog)
    await publish(api)
    await suspendUser(catalog, 'Mo', 'Lost a key', null)
    const before = await storedRows(db)
    const { body } = await api.post('/v1/moderation/cases/my-list').set(token).send(ORDER).expect(403)
    expect(body.message).toBe('Forbidden: your account is suspended: Lost a key')
    await api.get('/v1/moderation/cases').set(token).expect(403)
    expect((await browser.submit('/moderation/lists/my-list', ORDER)).status).toBe(403)
    expect((await browser.open('/moderation')).status).toBe(403)
    expect(await storedRows(db)).toEqual(before)
  })
})

describe('texts of reports and reasons', () => {
  it('are shown literally, whatever markup they have', async ({ api, catalog, db }) => {
    const browser = await moderatorBrowser({ api, catalog })
    const { browser: author } = await joinAs(api, 'Author')
    const { id: authorId } = await db.user.findFirstOrThrow({ where: { name: 'Author' } })
    const { headers } = await publish(api, { name: 'Anonymous' })
    await publish(api)
    await db.list.updateMany({ where: { slug: 'my-list' }, data: { authorId } })
    const evil = '<script>alert(1)</script> "><img src=x onerror=alert(1)> [x](javascript:alert(1))'
    const fields = { reason: 'other', text: evil, contact: 'a" onfocus="alert(1)' }
    for (const slug of ['my-list', 'anonymous']) await api.post(`/v1/lists/${slug}/reports`).send(fields).expect(202)
    const pages = [(await browser.open('/moderation/lists/my-list')).text]
    const order = { action: 'hide', reason: evil }
    for (const slug of ['my-list', 'anonymous'])
      expect((await browser.submit(`/moderation/lists/${slug}`, order)).status).toBe(303)
    const key = String(headers['owner-key'])
    pages.push((await browser.open('/moderation/log')).text, (await author.open('/account')).text)
    pages.push((await author.open('/lists/my-list/edit')).text)
    pages.push((await api.post('/lists/anonymous/edit').set('Accept', BROWSER).field('owner_key', key)).text)
    for (const html of pages) {
      expect(html).not.toMatch(/<script>|<img src=x|href="javascript|\sonfocus="/)
      expect(textOf(html)).toContain(evil)
    }
  })
})

describe('a new list under the slug of a deleted one with an open case', () => {
  it('has no case, no reports, no earlier actions and no statement', async ({ api, catalog, clock, db }) => {
    const browser = await moderatorBrowser({ api, catalog })
    const token = await moderatorToken(catalog)
    const { browser: author } = await joinAs(api, 'Author')
    const { id: authorId } = await db.user.findFirstOrThrow({ where: { name: 'Author' } })
    const { headers } = await publish(api)
    await api.post('/v1/lists/my-list/reports').send({ reason: 'spam' }).expect(202)
    await hide(catalog)
    await moderate(catalog, null, 'my-list', { action: 'show', reason: 'Old' })
    clock.advance(DAY)
    const { body } = await api.post('/v1/lists/my-list/reports').send({ reason: 'hate' }).expect(202)
    await api
      .delete('/v1/lists/my-list')
      .set(bearer(String(headers['owner-key'])))
      .expect(204)
    expect((await api.get('/v1/moderation/cases').set(token).expect(200)).body.data).toEqual([])
    clock.advance(DAY)
    await sweep(catalog)
    await publish(api, { name: 'My List' })
    await db.list.updateMany({ data: { authorId } })

    const { body: found } = await api.get('/v1/moderation/cases/my-list').set(token).expect(200)
    expect(found.data).toMatchObject({ reports: [], more: 0, actions: [], last_action: null, hidden: null })
    expect((await api.get(`/v1/reports/${body.data.id}`).expect(200)).body.data.status).toBe('acted on')
    expect(textOf((await author.open('/account')).text)).not.toContain('Taken down')
    expect((await openPage(api, '/lists/my-list')).status).toBe(200)
    expect(textOf((await browser.open('/moderation/log')).text)).toContain('Hid: My List')
  })
})
