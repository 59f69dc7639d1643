import { describe, expect } from 'vitest'
import { issueToken } from '../../../src/accounts/tokens/service.ts'
import { it } from '../../support/history.ts'
import { API, feed, markdown, mods, numbers, page } from '../../support/requests/changelog.ts'
import { asBytes, fillList } from '../../support/requests/forms.ts'
import { textOf } from '../../support/website/pages.ts'

const PATHS = ['', '.md', '.atom'].map((form) => `/v1/lists/my-list/changelog${form}`)

describe('GET /v1/lists/{slug}/changelog', () => {
  it('returns what each revision changed, newest first, in the usual envelope with keys in order', async ({
    api,
    save,
  }) => {
    await save({ version: '1.0' }, { ...mods('A'), 'skyrim.ini': 'k=1', 'plugins.txt': 'a.esp' })
    await save({ version: '1.1', name: 'Renamed' }, { ...mods('B', 'A'), 'skyrim.ini': 'k=2' })
    await save(
      { version: '1.1', name: 'Renamed', description: 'Other words' },
      { ...mods('B', 'A'), 'skyrim.ini': 'k=2' },
    )
    const body = await page(api)

    expect(body.data.map((entry: object) => JSON.stringify({ ...entry, changes: 0 }))).toEqual([
      '{"revision":3,"previous":2,"created":"2026-11-20T08:32:00.123000Z","version":"1.1","note":null,"changes":0}',
      '{"revision":2,"previous":1,"created":"2026-11-20T08:31:00.123000Z","version":"1.1","note":null,"changes":0}',
      '{"revision":1,"previous":null,"created":"2026-11-20T08:30:00.123000Z","version":"1.0","note":null,"changes":0}',
    ])
    const [fields, update, first] = body.data
    expect(first.changes).toBeNull()
    expect(update.changes).toMatchObject({
      mods: { counts: { added: 1 }, added: [{ name: 'B' }] },
      plugins: { only_in: 1 },
      settings: [{ changed: [{ key: 'k', from: '1', to: '2' }] }],
    })
    expect(fields.changes).toMatchObject({ same: true, files: [] })
    const path = `${API}/v1/lists/my-list/changelog`
    const only = `${path}?page%5Bnumber%5D=1`
    expect(body.links).toEqual({ first: only, last: only, prev: null, next: null })
    expect(body.meta).toMatchObject({ current_page: 1, from: 1, last_page: 1, path, per_page: 10, to: 3, total: 3 })
  })

  it("has only changes of files if no file is a mod manager's", async ({ api, save }) => {
    await save({}, { 'modsettings.lsx': '<xml/>' })
    await save({}, { 'modsettings.lsx': '<xml></xml>', 'notes.txt': 'more' })
    const [{ changes }] = (await page(api)).data
    expect(changes).toEqual({
      ...{ same: false, mods: null, plugins: null, dlls: null, log: null, settings: [], notes: [] },
      files: [
        { name: 'modsettings.lsx', change: 'changed' },
        { name: 'notes.txt', change: 'added' },
      ],
      unread: { added: 2, removed: 1 },
    })
    expect(await markdown(api)).toContain(
      '## Version 2, 2026-11-20\n\n2 files differ: 2 lines added, 1 removed. Their mods are not read.\n',
    )
  })
})

describe('GET /v1/lists/{slug}/changelog.md', () => {
  it('returns the changelog as Markdown', async ({ api, save }) => {
    await save({ version: '1.0' }, mods('A'))
    await save({ version: '1.1' }, mods('B', 'A'))
    const { headers } = await api.get('/v1/lists/my-list/changelog.md').expect(200)
    expect(headers['content-type']).toBe('text/markdown; charset=utf-8')
    expect(await markdown(api)).toMatch(
      /^# Changelog of `My List`\n\n## `1.1` \(version 2\), 2026-11-20\n\n1 mod added\n.*\n## `1.0` \(version 1\), /s,
    )
  })
})

describe('GET /v1/lists/{slug}/changelog.atom', () => {
  it('returns a valid Atom feed, whose entries are the Markdown as HTML', async ({ api, save }) => {
    await save({ version: '1.0' }, mods('A'))
    await save({ version: '1.1' }, mods('B', 'A'))
    const { headers } = await asBytes(api.get('/v1/lists/my-list/changelog.atom')).expect(200)
    expect(headers['content-type']).toBe('application/atom+xml; charset=utf-8')
    const read = await feed(api)
    const id = 'tag:api.example.com,2026-11-20:/v1/lists/my-list/2026-11-20T08:30:00.123000Z'
    expect(read).toMatchObject({
      ...{ id, title: 'Changelog of My List', author: 'Ada', updated: '2026-11-20T08:31:00.123000Z' },
      links: {
        self: `${API}/v1/lists/my-list/changelog.atom`,
        alternate: 'https://www.example.com/lists/my-list/history',
      },
      entries: [
        { id: `${id}/2`, title: '1.1 (version 2): 1 mod added', updated: '2026-11-20T08:31:00.123000Z', type: 'html' },
        {
          id: `${id}/1`,
          title: '1.0 (version 1): The first version.',
          updated: '2026-11-20T08:30:00.123000Z',
          type: 'html',
        },
      ],
    })
    expect(read.entries.map(({ content }) => content)).toEqual([
      '<p>1 mod added</p>\n<h3>Mods</h3>\n<p><strong>Added (1)</strong></p>\n<ul>\n<li><code>B</code></li>\n</ul>\n' +
        '<h3>Files</h3>\n<p><strong>Differing (1)</strong></p>\n<ul>\n<li><code>modlist.txt</code>: changed</li>\n</ul>\n',
      '<p>The first version.</p>\n',
    ])
  })

  it('keeps its ids when the list is renamed, and has other ids for a new list with the same slug', async ({
    ada,
    api,
    clock,
    db,
    save,
  }) => {
    await save({ version: '1' })
    const before = await feed(api)
    await save({ version: '2', name: 'Renamed' })
    const renamed = await feed(api)
    expect(renamed).toMatchObject({ id: before.id, title: 'Changelog of Renamed' })
    expect(renamed.entries[1]).toEqual(before.entries[0])

    await api.delete('/v1/lists/my-list').set(ada).expect(204)
    await db.freedSlug.deleteMany()
    clock.advance(1000)
    await fillList(api.post('/v1/lists').set(ada)).expect(201)
    const after = await feed(api)
    const ids = [before, after].flatMap(({ id, entries }) => [id, ...entries.map((entry) => entry.id)])
    expect(new Set(ids).size).toBe(4)
    expect(after.links).toEqual(before.links)
  })
})

describe('a changelog', () => {
  it.for([
    '<script>alert(1)</script> ]]> &amp; [x](http://evil.example) @everyone',
    'turned \u2028 \ufffe',
    '```` ` \\` **x** :tada:',
  ])('shows names exactly as written: %j', async (name, { api, save }) => {
    const version = name.slice(0, 32)
    await save({ name: 'My List' }, mods('A'))
    await save({ name, version }, mods('A', name))
    const shown = (text: string) => text.replaceAll(/[\u202e\u2028\ufffe]/g, '\ufffd')
    const { title, entries } = await feed(api)
    expect(title).toBe(`Changelog of ${shown(name).trim()}`)
    expect(entries[0]?.title).toBe(`${shown(version).trim()} (version 2): 1 mod added`)
    expect(entries[0]?.content).toMatch(
      /^<p>1 mod added<\/p>\n<h3>Mods<\/h3>\n<p><strong>Added \(1\)<\/strong><\/p>\n<ul>\n<li><code>[^<\n]+<\/code><\/li>\n<\/ul>\n<h3>Files<\/h3>\n/,
    )
    expect(textOf(entries[0]?.content ?? '')).toContain(shown(name).trim())
    expect(await markdown(api)).not.toMatch(/[^\P{Cc}\n]|[\u2028-\u202e]/u)
    const [{ changes }] = (await page(api)).data
    expect(changes.mods.added).toMatchObject([{ name }])
  })

  it('has a new ETag after each change', async ({ ada, api, save }) => {
    const tags = new Set<string>()
    const look = async () => {
      for (const path of PATHS) tags.add(String((await asBytes(api.get(path)).expect(200)).headers.etag))
      return tags.size
    }
    await save({}, mods('A'))
    expect(await look()).toBe(3)
    await save({}, mods('B'))
    expect(await look()).toBe(6)
    await save({}, mods('C'))
    expect(await look()).toBe(9)
    await api.delete('/v1/lists/my-list/revisions/2').set(ada).expect(204)
    expect(await look()).toBe(12)
    expect(numbers(await page(api))).toEqual([
      [3, 1],
      [1, null],
    ])
  })

  it('shows private revisions only to their author, and compares the others without them', async ({
    ada,
    api,
    catalog,
    save,
    signIn,
  }) => {
    await save({ version: 'one' }, mods('A'))
    await save({ version: 'secret', private: '1' }, mods('A', 'Secret'))
    await save({ version: 'three' }, mods('A', 'C'))
    const weak = {
      authorization: await issueToken(catalog, { user: 'Ada', abilities: [], label: null, lifetime: null }),
    }
    const bob = { authorization: await signIn('Bob') }
    for (let turn = 0; turn < 2; turn++) {
      for (const asker of [ada, weak]) {
        const body = await page(api, '', asker)
        expect(numbers(body)).toEqual([
          [3, 2],
          [2, 1],
          [1, null],
        ])
        expect(body.meta.total).toBe(3)
        expect(await markdown(api, asker)).toContain('`secret` (version 2)')
        expect((await feed(api, asker)).entries).toHaveLength(3)
      }
      for (const asker of [{}, bob, { authorization: 'Bearer mlc_wrong' }]) {
        const body = await page(api, '', asker)
        expect(numbers(body)).toEqual([
          [3, 1],
          [1, null],
        ])
        expect(body.meta.total).toBe(2)
        const texts = [JSON.stringify(body), await markdown(api, asker), JSON.stringify(await feed(api, asker))]
        expect(texts.join().toLowerCase()).not.toContain('secret')
        expect(body.data[0].changes.mods).toMatchObject({ added: [{ name: 'C' }], removed: [] })
      }
    }
  })
})
