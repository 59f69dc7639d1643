import { describe, expect } from 'vitest'
import { it } from '../support/it.ts'
import { fillList } from '../support/requests/forms.ts'
import { openPage } from '../support/website/pages.ts'

const HOSTILE = [
  '<img src=x onerror=alert(1)>',
  '"><script>alert(1)</script>',
  "'><svg/onload=alert(1)>",
  '</title></main><h1>x</h1>',
]

/** Returns the names of a page's tags in order. */
const tagsOf = (html: string) =>
  [...html.matchAll(/<\/?([a-z0-9]+)((?: [\w:-]+(?:="[^"]*")?)*) ?\/?>/g)].map(([, name]) => name)

describe('uploaded text', () => {
  it('is shown on pages exactly as written, in every field, file name and line', async ({ api }) => {
    for (const text of HOSTILE) {
      const name = text.replaceAll(/[/"<>]/g, '_').slice(0, 20)
      const fields = { name: text, description: text, version: text.slice(0, 32) }
      const files = {
        'modlist.txt': `+${text}\n${text}_separator\n`,
        'plugins.txt': `*${text}\n`,
        'x.ini': `[${text}]\n${text}=${text}\n`,
        [`${name}.txt`]: `${text}\n`,
      }
      const { body } = await fillList(api.post('/v1/lists'), fields, files).expect(201)
      const { slug } = body.data
      const plain = await fillList(api.post('/v1/lists'), { name: 'Plain' }, { 'modlist.txt': '+A\n' }).expect(201)

      for (const path of [
        '/',
        '/lists',
        `/lists/${slug}`,
        `/lists/${slug}/history`,
        `/compare/${slug}/${plain.body.data.slug}`,
        `/compare/${plain.body.data.slug}/${slug}`,
      ]) {
        const { html, words, status } = await openPage(api, path)
        expect([path, status]).toEqual([path, 200])
        expect([path, words.replaceAll(/\s/g, '').includes(text.replaceAll(/\s/g, ''))]).toEqual([path, true])
        expect(html).not.toMatch(/<img(?! src="\/assets)|<svg\//)
        expect(tagsOf(html).filter((tag) => tag === 'script')).toHaveLength(4)
        expect(html.match(/<h1/g)).toHaveLength(1)
      }
    }
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
