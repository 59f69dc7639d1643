import type supertest from 'supertest'
import { describe, expect } from 'vitest'
import { it } from '../../support/it.ts'
import { fillList, makeLists, utf16le } from '../../support/requests/forms.ts'

const BEFORE = {
  'modlist.txt': '# comment\r\n+SkyUI\r\n-Campfire\r\n+Utilities_separator\r\n+Gone\r\n*DLC: Dawnguard\r\n',
  'loadorder.txt': 'Skyrim.esm\na.esp\nb.esp\nc.esp\n',
  'plugins.txt': '*a.esp\n*b.esp\nc.esp\n',
  'Skyrim.ini': '[Display]\niSize W=1920\n',
  'gone.txt': 'x\n',
  'empty.txt': '',
}
const AFTER = {
  'readme.txt': 'new\n',
  'skyrim.INI': utf16le('[display]\r\nisize w=2560\r\n'),
  'plugins.txt': '*b.esp\n*c.esp\n*a.esp\n*a.esp\n',
  'loadorder.txt': 'Skyrim.esm\nb.esp\nc.esp\na.esp\n',
  'Modlist.txt': '+SkyUI\n+Campfire\n+NEW_separator\n+New\n*Unmanaged: dawnguard\n',
  'void.txt': '',
}
const PATHS = [
  '/v1/lists/one/load-order',
  '/v1/compare/one/two',
  '/v1/compare/one/two.patch',
  '/v1/compare?list1=one&list2=two',
  '/v1/compare/one/two/changes',
  '/v1/compare/one/two/changes.md',
]
type Api = ReturnType<typeof supertest>

const fill = async (api: Api, token?: string) => {
  const post = () => (token === undefined ? api.post('/v1/lists') : api.post('/v1/lists').set('Authorization', token))
  await fillList(post(), { name: 'One' }, BEFORE).expect(201)
  await fillList(post(), { name: 'Two' }, AFTER).expect(201)
}

describe('GET /v1/lists/{slug}/load-order', () => {
  it('returns the load order of the files, with the documented keys in order', async ({ api }) => {
    await makeLists(api, { One: { ...BEFORE, 'b.ini': 'a=1\na=2' } })
    const { text } = await api.get('/v1/lists/one/load-order').expect(200)
    const entry = (
      kind: string,
      name: string,
      enabled: boolean | null,
      priority: number,
      separator: string | null,
    ) => ({
      ...{ kind, name, enabled, priority, separator, version: null, source: null },
    })
    expect(text).toBe(
      JSON.stringify({
        data: {
          mods: [
            entry('unmanaged', 'DLC: Dawnguard', null, 0, null),
            entry('mod', 'Gone', true, 1, null),
            entry('separator', 'Utilities', null, 2, null),
            entry('mod', 'Campfire', false, 3, 'Utilities'),
            entry('mod', 'SkyUI', true, 4, 'Utilities'),
          ],
          plugins: [
            { name: 'Skyrim.esm', enabled: null, index: 0 },
            { name: 'a.esp', enabled: true, index: 1 },
            { name: 'b.esp', enabled: true, index: 2 },
            { name: 'c.esp', enabled: false, index: 3 },
          ],
          settings: [
            { file: 'Skyrim.ini', settings: [{ section: 'Display', key: 'iSize W', value: '1920' }] },
            {
              file: 'b.ini',
              settings: [
                { section: '', key: 'a', value: '1' },
                { section: '', key: 'a', value: '2' },
              ],
            },
          ],
          notes: [{ file: 'b.ini', code: 'repeated_settings', count: 1, names: ['/a'] }],
          log: null,
        },
      }),
    )
  })
})

describe('GET /v1/compare/{slug1}/{slug2}/changes', () => {
  it('returns both lists without files, and their differences, with the documented keys in order', async ({ api }) => {
    await fill(api)
    const { body } = await api.get('/v1/compare/one/two/changes').expect(200)
    const { list1, list2, ...changes } = body.data
    const { body: compared } = await api.get('/v1/compare/one/two').expect(200)
    const withoutFiles = ({ files: _, ...list }: Record<string, unknown>) => JSON.stringify(list)

    expect(Object.keys(body.data).slice(0, 2)).toEqual(['list1', 'list2'])
    expect(JSON.stringify(list1)).toBe(withoutFiles(compared.data.list1))
    expect(JSON.stringify(list2)).toBe(withoutFiles(compared.data.list2))
    expect(JSON.stringify(changes)).toBe(
      JSON.stringify({
        same: false,
        mods: {
          counts: { added: 1, removed: 1, enabled: 1, disabled: 0, moved: 0, updated: 0, regrouped: 0 },
          added: [{ name: 'New', enabled: true, priority: 1, separator: null }],
          removed: [{ name: 'Gone', enabled: true, priority: 1, separator: null }],
          enabled: [{ name: 'Campfire', priority: 3, separator: 'NEW' }],
          disabled: [],
          moved: [],
          updated: [],
          regrouped: [],
          separators: { added: [{ name: 'NEW' }], removed: [{ name: 'Utilities' }] },
          unmanaged: { added: [], removed: [] },
          possible_renames: [],
        },
        plugins: {
          counts: { added: 0, removed: 0, enabled: 1, disabled: 0, moved: 1 },
          added: [],
          removed: [],
          enabled: [{ name: 'c.esp', index: 2 }],
          disabled: [],
          moved: [{ name: 'a.esp', from: { index: 1, after: 'Skyrim.esm' }, to: { index: 3, after: 'c.esp' } }],
          possible_renames: [],
        },
        dlls: null,
        log: null,
        settings: [
          {
            file: 'skyrim.INI',
            counts: { added: 0, removed: 0, changed: 1 },
            added: [],
            removed: [],
            changed: [{ section: 'display', key: 'isize w', from: '1920', to: '2560' }],
          },
        ],
        files: [
          { name: 'Modlist.txt', change: 'changed' },
          { name: 'loadorder.txt', change: 'changed' },
          { name: 'plugins.txt', change: 'changed' },
          { name: 'skyrim.INI', change: 'changed' },
          { name: 'gone.txt', change: 'removed' },
          { name: 'readme.txt', change: 'added' },
        ],
        notes: [{ list: 2, file: 'plugins.txt', code: 'duplicate_plugins', count: 1, names: ['a.esp'] }],
      }),
    )
    expect(changes.files).toHaveLength(compared.data.diffs.length)
  })
})

describe('GET /v1/compare/{slug1}/{slug2}/changes.md', () => {
  it('returns the changes as Markdown', async ({ api }) => {
    await fill(api)
    const { text, headers } = await api.get('/v1/compare/one/two/changes.md').buffer(true).expect(200)
    expect(headers['content-type']).toBe('text/markdown; charset=utf-8')
    expect(text).toContain('# `One` compared with `Two`\n\n1 mod added, 1 removed, 1 switched on; ')
    expect(text).toContain('- `a.esp`: now after `c.esp`')
  })
})

describe.for(PATHS)('%s', (path) => {
  it('is 304 until one of its lists changes, and then has new content', async ({ api, signIn }) => {
    const token = await signIn('Ada')
    await fill(api, token)
    const { headers, text } = await api.get(path).buffer(true).expect(200)
    const again = (etag?: string) => api.get(path).buffer(true).set('If-None-Match', String(etag))
    expect(headers['cache-control']).toBe('no-cache')
    expect((await again(headers.etag).expect(304)).headers.etag).toBe(headers.etag)

    let shown = { headers, text }
    for (const name of path.includes('two') ? ['Two', 'One'] : ['One']) {
      const update = api.put(`/v1/lists/${name.toLowerCase()}`).set('Authorization', token)
      await fillList(update, { name }, { 'modlist.txt': `+Another mod of ${name}\n` }).expect(200)
      const changed = await again(shown.headers.etag).expect(200)
      expect(changed.text).not.toBe(shown.text)
      expect(changed.headers['content-type']).toBe(headers['content-type'])
      shown = changed
    }
    await api.delete('/v1/lists/one').set('Authorization', token).expect(204)
    expect((await again(shown.headers.etag).expect(404)).body).toEqual({ message: 'List not found.' })
  })

  it('is visible to anyone with the slugs of unlisted lists, and 404 when one expires', async ({ api, clock }) => {
    const one = await fillList(api.post('/v1/lists'), { name: 'One', private: '1', expires: '3h' }, BEFORE).expect(201)
    const two = await fillList(api.post('/v1/lists'), { name: 'Two', private: '1', expires: '3d' }, AFTER).expect(201)
    const hidden = path.replace('one', one.body.data.slug).replace('two', two.body.data.slug)
    await api.get(hidden).expect(200)
    clock.advance(3 * 3_600_000)
    await api.get(hidden).expect(404)
  })
})
