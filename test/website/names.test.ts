import { describe, expect } from 'vitest'
import { it } from '../support/it.ts'
import { fillList } from '../support/requests/forms.ts'
import { openPage } from '../support/website/pages.ts'

/** Characters that change the direction of the text after them. */
const BIDI_CONTROLS = /[\u202A-\u202E\u2066-\u2069]/

describe('names with control characters, stored before such names were refused', () => {
  it('do not change the direction of the text around them on any page, and links keep a visible text', async ({
    api,
    db,
  }) => {
    await fillList(api.post('/v1/lists'), { name: 'One' }).expect(201)
    await fillList(api.post('/v1/lists'), { name: 'Two' }).expect(201)
    const turned = '\u202Etxt'
    await db.list.update({ where: { slug: 'one' }, data: { name: turned, version: '1\u2066', description: turned } })
    await db.list.update({ where: { slug: 'two' }, data: { name: '\u200B\u2060' } })

    const paths = ['/', '/lists', '/lists/one', '/lists/one/history', '/compare/one/two', '/compare?list1=one']
    for (const path of paths) {
      const { status, html } = await openPage(api, path)
      expect([path, status, BIDI_CONTROLS.test(html)]).toEqual([path, 200, false])
    }
    const { html, title } = await openPage(api, '/lists/one')
    expect(html).toContain('<h1><bdi>\uFFFDtxt</bdi></h1>')
    expect(title).toMatch(/^\uFFFDtxt \(one\) · /)
    expect((await openPage(api, '/lists')).html).toContain('<a href="/lists/two"><bdi>\uFFFD</bdi></a>')
  })
})

describe('lines of files', () => {
  it('have unique ids if file names differ only by a space, an underscore and a percent sign', async ({ api }) => {
    const files = { 'a b.txt': 'x\n', 'a_b.txt': 'x\n', 'a%20b.txt': 'x\n' }
    await fillList(api.post('/v1/lists'), {}, files).expect(201)
    const { html } = await openPage(api, '/lists/my-list')
    const ids = [...html.matchAll(/<li id="([^"]*)"/g)].map(([, id]) => id)
    expect(ids.toSorted()).toEqual(['a%20b.txt-L1', 'a%2520b.txt-L1', 'a_b.txt-L1'])
  })
})
