import { describe, expect } from 'vitest'
import { it } from '../../support/it.ts'
import { fillList } from '../../support/requests/forms.ts'
import { BROWSER, openPage } from '../../support/website/pages.ts'

describe('GET /lists/{slug}/follow', () => {
  it('says what a feed is, and has its address to copy; the address itself stays XML', async ({ api }) => {
    const { body } = await fillList(api.post('/v1/lists'), { name: '<b>Mine' }).expect(201)
    const { slug } = body.data
    const { links } = await openPage(api, `/lists/${slug}`)
    expect(links).toContain(`/lists/${slug}/follow`)
    expect((await openPage(api, `/lists/${slug}/history`)).links).toContain(`/lists/${slug}/follow`)

    const { headings, words, html } = await openPage(api, `/lists/${slug}/follow`)
    expect(headings).toEqual(['Follow <b>Mine'])
    expect(words).toContain('Each new version becomes an entry that says what changed')
    expect(html).toContain(`<code id="feed">https://www.example.com/v1/lists/${slug}/changelog.atom</code>`)
    expect(html).toContain('<button type="button" class="copy" data-copied="feed">Copy address</button>')
    expect(html).not.toContain('<b>Mine')
    const feed = await api.get(`/v1/lists/${slug}/changelog.atom`).set('Accept', BROWSER).expect(200)
    expect(feed.type).toBe('application/atom+xml')
  })

  it('is 404 for a list that does not exist, has expired or is hidden', async ({ api, clock, db }) => {
    await fillList(api.post('/v1/lists'), { name: 'Mine', expires: '3h' }).expect(201)
    await fillList(api.post('/v1/lists'), { name: 'Hidden' }).expect(201)
    await db.list.update({ where: { slug: 'hidden' }, data: { hiddenAt: clock.now } })
    expect((await openPage(api, '/lists/mine/follow')).status).toBe(200)
    clock.advance(4 * 3_600_000)
    for (const slug of ['mine', 'hidden', 'nothing']) {
      expect([slug, (await openPage(api, `/lists/${slug}/follow`)).status]).toEqual([slug, 404])
    }
  })
})
