import { describe, expect } from 'vitest'
import { issueToken } from '../../../src/accounts/tokens/service.ts'
import { moderate } from '../../../src/moderation/actions/service.ts'
import { changeModerator } from '../../../src/moderation/operator-service.ts'
import { joinAs, uploadBy } from '../../support/accounts/people.ts'
import { storedRows } from '../../support/database/stored.ts'
import { it, type TestFixtures } from '../../support/it.ts'
import { hide, moderatorBrowser, publish } from '../../support/moderation.ts'
import { fillList } from '../../support/requests/forms.ts'
import { BROWSER, openPage, textOf } from '../../support/website/pages.ts'

const created = (api: TestFixtures['api'], name = 'My List') => publish(api, { name, description: 'About <b>this</b>' })

const send = (api: TestFixtures['api'], fields: object, slug = 'my-list') =>
  api.post(`/lists/${slug}/report`).set('Accept', BROWSER).type('form').send(fields)

describe('the page on which a list is reported', () => {
  it('shows the outcome of the report', async ({ api, catalog }) => {
    await created(api)
    const { headers } = await send(api, { reason: 'spam' }).expect(303)
    await hide(catalog)
    const { words, html } = await openPage(api, String(headers.location))
    expect(words).toContain('Acted on. The list was taken down')
    expect(words).toContain('Spam or advertising sent 20 Nov 2026, 08:30 UTC closed 20 Nov 2026, 08:30 UTC')
    expect(html).not.toContain('my-list')
    expect((await openPage(api, '/reports/nothing')).status).toBe(404)
  })

  it('shows the errors of a wrong report with 422, and stores nothing', async ({ api, db }) => {
    await created(api)
    const { text: html } = await send(api, { reason: 'other', text: '', contact: 'me & you' }).expect(422)
    expect(textOf(html)).toContain('Not sent yet. Please correct: The text field is required for this reason.')
    expect(html).toMatch(/<textarea id="text" name="text" aria-invalid="true"/)
    expect(html).toContain('value="me &amp; you"')
    await api.post('/lists/my-list/report').set('Sec-Fetch-Site', 'cross-site').type('form').send({}).expect(403)
    await send(api, { reason: 'spam' }, 'nothing').expect(404)
    expect(await db.report.count()).toBe(0)
  })
})

describe('the account of an author whose lists were taken down', () => {
  it('says why, and lets them download and delete a hidden list', async ({ api, catalog, db }) => {
    const { browser } = await joinAs(api, 'Author')
    const { browser: other } = await joinAs(api, 'Other')
    for (const name of ['Hidden', 'Deleted', 'Fine']) await uploadBy(api, browser, { name }).expect(303)
    await hide(catalog, 'hidden', 'It has an <address>.')
    await moderate(catalog, null, 'deleted', { action: 'delete', reason: 'Stolen' })

    const words = textOf((await browser.open('/account')).text)
    expect(words).toContain('Hidden Hidden by moderators on 20 Nov 2026, 08:30 UTC : It has an <address>.')
    expect(words).toContain('Deleted Deleted by moderators on 20 Nov 2026, 08:30 UTC : Stolen')
    expect(textOf((await other.open('/account')).text)).not.toContain('Taken down')

    const [form = ''] = /<form[^>]*hidden\/download.*?<\/form>/s.exec((await browser.open('/account')).text) ?? []
    const [download = '', remove = ''] = [...form.matchAll(/action="([^"]*)"/g)].map(([, path]) => path ?? '')
    const zip = await browser.submit(download)
    expect([zip.status, zip.headers['content-type']]).toEqual([200, 'application/zip'])
    expect((await browser.submit(remove)).status).toBe(303)
    expect(await db.list.findMany()).toMatchObject([{ slug: 'fine' }])
  })
})

describe('the edit page of an anonymous list that was hidden', () => {
  const edit = (api: TestFixtures['api'], slug: string, fields: Record<string, string>, accept = BROWSER) =>
    fillList(api.post(`/lists/${slug}/edit`).set('Accept', accept), fields, {})

  it('is the same 404 as for an unknown list without the key, and asks for it', async ({ api, catalog, db }) => {
    const { headers } = await created(api)
    const other = await created(api, 'Other')
    await hide(catalog)
    const before = await storedRows(db)
    const [page, never] = [await openPage(api, '/lists/my-list/edit'), await openPage(api, '/lists/nothing/edit')]
    expect([page.status, page.html]).toEqual([404, never.html])
    expect(page.html).toMatch(/<form class="key" method="post" enctype="multipart\/form-data">/)
    for (const key of [`${headers['owner-key']}x`, String(other.headers['owner-key'])]) {
      const fields = { name: 'Changed', owner_key: key }
      const [wrong, nothing] = [await edit(api, 'my-list', fields), await edit(api, 'nothing', fields)]
      expect([wrong.status, wrong.text]).toEqual([404, nothing.text])
      const download = api.post('/lists/my-list/hidden/download').field('owner_key', key)
      expect((await download.set('Accept', BROWSER)).status).toBe(404)
    }
    expect(await storedRows(db)).toEqual(before)
  })
})

describe('the edit page of a hidden list with an author', () => {
  it('says why, to the signed-in author and to their token, and changes nothing', async ({ api, catalog, db }) => {
    const { browser } = await joinAs(api, 'Author')
    const { browser: other } = await joinAs(api, 'Other')
    await uploadBy(api, browser).expect(303)
    const token = await issueToken(catalog, { user: 'Author', abilities: ['read'], label: null, lifetime: null })
    await hide(catalog, 'my-list', 'It has an <address>.')
    const before = await storedRows(db)

    const why = 'Hidden by moderators on 20 Nov 2026, 08:30 UTC : It has an <address>.'
    const opened = await browser.open('/lists/my-list/edit')
    expect([opened.status, opened.headers['cache-control']]).toEqual([403, 'no-store'])
    const saved = await browser.submit('/lists/my-list/edit', { name: 'Changed', game: '4', if_match: '"old"' })
    const byToken = await fillList(api.post('/lists/my-list/edit').set('Accept', BROWSER), { owner_key: token }, {})
    expect([saved.status, byToken.status]).toEqual([403, 403])
    for (const { text } of [opened, saved, byToken]) expect(textOf(text)).toContain(why)
    expect(saved.text).not.toContain('name="owner_key"')
    expect(byToken.text).toContain('name="owner_key"')

    const never = await other.open('/lists/nothing/edit')
    expect(await other.open('/lists/my-list/edit')).toMatchObject({ status: 404, text: never.text })
    expect((await other.submit('/lists/my-list/edit', { name: 'Changed', game: '4' })).status).toBe(404)
    expect((await other.submit('/lists/my-list/hidden/download', {})).status).toBe(404)
    expect((await other.submit('/lists/my-list/delete', {})).status).toBe(404)
    expect(await storedRows(db)).toEqual(before)
  })
})

describe('the pages of moderators', () => {
  it('show open cases, each with its reports, files and possible actions', async ({ api, catalog }) => {
    const browser = await moderatorBrowser({ api, catalog })
    expect(textOf((await browser.open('/moderation')).text)).toContain('no open cases')
    await created(api)
    await send(api, { reason: 'other', text: 'It has <i>my</i> address', contact: 'me' }).expect(303)

    const { body: header } = await browser.open('/account/header')
    expect(header.links).toEqual([{ href: '/moderation', text: 'Moderation (1)' }])
    expect((await browser.open('/account')).text).toContain('<a href="/moderation">Moderation</a>') // without a script
    const cases = await browser.open('/moderation')
    expect(cases.headers['cache-control']).toBe('no-store')
    expect(textOf(cases.text)).toContain('1 open case, oldest first')
    expect(cases.text).toContain('href="/moderation/lists/my-list"')
    const { text: html } = await browser.open('/moderation/lists/my-list')
    const words = textOf(html)
    for (const shown of ['It has <i>my</i> address', 'Contact: me', 'About <b>this</b>', '+Sky UI', 'in no other list'])
      expect(words).toContain(shown)
    expect(html).toMatch(/<ol class="lines"><li>\+Unofficial Patch<\/li><li>\+Sky UI<\/li>/) // the browser numbers the lines
    for (const action of ['hide', 'delete'])
      expect(html).toMatch(new RegExp(`<button type="submit" name="action" value="${action}" class="danger">`))
    const report = await browser.open('/lists/my-list/report')
    expect(report.text).toContain('href="/moderation/lists/my-list"')
  })

  it('act on a list with one click and a reason, and show it in the log', async ({ api, catalog, db }) => {
    const browser = await moderatorBrowser({ api, catalog })
    await created(api)
    await send(api, { reason: 'spam' }).expect(303)
    const order = { action: 'hide', reason: 'An address', block_files: 'on', last_action: '' }
    const { status, headers } = await browser.submit('/moderation/lists/my-list', order)
    expect([status, headers.location]).toEqual([303, '/moderation'])
    await api.get('/v1/lists/my-list').expect(404)
    expect(await db.blockedFile.count()).toBe(1)
    const hidden = textOf((await browser.open('/moderation/lists/my-list')).text)
    expect(hidden).toContain('Show list again')
    const log = textOf((await browser.open('/moderation/log')).text)
    expect(log).toMatch(/Hid: My List An address by Mo 1 report closed 1 file blocked/)
  })

  it('refuse a late action with 409, and say what was done before', async ({ api, catalog, db }) => {
    const browser = await moderatorBrowser({ api, catalog })
    await created(api)
    await send(api, { reason: 'spam' }).expect(303)
    await moderate(catalog, null, 'my-list', { action: 'dismiss', reason: 'Fine' })
    const late = await browser.submit('/moderation/lists/my-list', {
      action: 'delete',
      reason: 'Spam',
      last_action: '',
    })
    expect(late.status).toBe(409)
    expect(textOf(late.text)).toContain('Nothing was changed: the operator dismissed its reports on')
    expect([await db.list.count(), await db.moderationAction.count({ where: { action: 'delete' } })]).toEqual([1, 0])
    await created(api, 'Gone')
    await moderate(catalog, null, 'gone', { action: 'delete', reason: 'Spam' })
    const gone = await browser.submit('/moderation/lists/gone', { action: 'hide', reason: 'Spam' })
    expect([gone.status, textOf(gone.text)]).toEqual([
      409,
      expect.stringContaining('the operator deleted this list on'),
    ])
    const before = await storedRows(db)
    const wrong = await browser.submit('/moderation/lists/my-list', { action: 'hide', reason: ' ' })
    expect(wrong.status).toBe(422)
    expect(textOf(wrong.text)).toContain('The reason field is required.')
    expect(await storedRows(db)).toEqual(before)
  })

  it('redirect to the sign-in page or are 403 for anyone but moderators', async ({ api, catalog, db }) => {
    const browser = await moderatorBrowser({ api, catalog })
    const { browser: other } = await joinAs(api, 'Reader')
    await created(api)
    await changeModerator(catalog, 'Mo', false)
    const before = await storedRows(db)
    for (const path of ['/moderation', '/moderation/log', '/moderation/lists/my-list']) {
      const { status, headers } = await openPage(api, path)
      expect([status, headers.location?.split('?')[0]]).toEqual([303, '/sign-in'])
      for (const reader of [browser, other]) expect((await reader.open(path)).status).toBe(403)
    }
    const order = { action: 'delete', reason: 'Spam' }
    for (const reader of [browser, other])
      expect((await reader.submit('/moderation/lists/my-list', order)).status).toBe(403)
    await api.post('/moderation/lists/my-list').type('form').send(order).expect(403)
    expect((await other.open('/account/header')).body.links).toEqual([])
    expect(await storedRows(db)).toEqual(before)
  })
})
