import { describe, expect } from 'vitest'
import { storedRows } from '../../support/database/stored.ts'
import { it } from '../../support/history.ts'
import { asBytes, fillList } from '../../support/requests/forms.ts'
import { openPage } from '../../support/website/pages.ts'

const LIST = '/v1/lists/my-list'
const mods = (...names: string[]) => ({ 'modlist.txt': names.map((name) => `+${name}\n`).join('') })

describe('a note', () => {
  it('is shown with its revision in revisions, changelog, Markdown, feed and the history page', async ({
    api,
    save,
  }) => {
    await save({ note: 'The first one' }, mods('A'))
    await save({ note: ' Frostfall is *back*\r\nsee https://example.com ' }, mods('A', 'Frostfall'))
    await save({}, mods('A', 'Frostfall', 'SkyUI'))

    const notes = [null, 'Frostfall is *back*\nsee https://example.com', 'The first one']
    for (const path of [`${LIST}/revisions`, `${LIST}/changelog`]) {
      const { body } = await api.get(path).expect(200)
      expect([path, body.data.map(({ note }: { note: string | null }) => note)]).toEqual([path, notes])
    }
    const markdown = String((await asBytes(api.get(`${LIST}/changelog.md`)).expect(200)).body)
    expect(markdown).toContain('\n\n> `Frostfall is *back*`\n> `see https://example.com`\n\n1 mod added')
    const feed = String((await asBytes(api.get(`${LIST}/changelog.atom`)).expect(200)).body)
    expect(feed).toContain(
      '&lt;code&gt;Frostfall is *back*&lt;/code&gt;&lt;br&gt;\n&lt;code&gt;see https://example.com',
    )
    const { words, links } = await openPage(api, '/lists/my-list/history')
    expect(words).toContain('Frostfall is *back*')
    expect(links).toContain('https://example.com')
  })

  it('can be sent with PATCH, and is not copied to the next revision', async ({ api, save, ada, db }) => {
    await save({}, mods('A'))
    await api.patch(LIST).set(ada).send({ version: '2', note: 'Two' }).expect(200)
    expect(await db.list.findFirst()).toMatchObject({ version: '2', note: 'Two' })
    await api.patch(LIST).set(ada).send({ version: '3' }).expect(200)
    expect(await db.list.findFirst()).toMatchObject({ version: '3', note: null })
  })

  it('is refused with 422 if it is too long or has control characters, and nothing is stored', async ({
    api,
    save,
    ada,
    db,
  }) => {
    await save({ note: 'ä'.repeat(500) }, mods('A'))
    const before = await storedRows(db)
    for (const note of ['x'.repeat(501), 'a\u202eb', 'a\u0007b']) {
      const put = await fillList(api.put(LIST).set(ada), { note }, mods('B')).expect(422)
      const patch = await api.patch(LIST).set(ada).send({ version: '2', note }).expect(422)
      for (const { body } of [put, patch]) expect(Object.keys(body.errors)).toEqual(['note'])
    }
    expect(await storedRows(db)).toEqual(before)
  })
})
