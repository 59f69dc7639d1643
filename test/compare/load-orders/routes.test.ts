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

  it('says in a note how many entries of a file are missing if the response is cut', async ({ api }) => {
    const separator = `${'s'.repeat(240)}_separator`
    const mods = Array.from({ length: 40_000 }, (_, at) => `+${at}`)
    const order = Array.from({ length: 100_000 }, (_, at) => `${at.toString(36)}.esp`)
    const states = Array.from({ length: 100_000 }, (_, at) => `${at.toString(36)}.esm`)
    const settings = Array.from({ length: 30_000 }, (_, at) => `${at}=1`)
    await makeLists(api, {
      One: {
        'modlist.txt': [...mods, '+0', separator].join('\n'),
        'Plugins.txt': states.join('\n'),
        'loadorder.txt': order.join('\n'),
        'a.ini': settings.join('\n'),
        'b.ini': 'a=1\n',
      },
    })
    const { body } = await api.get('/v1/lists/one/load-order').expect(200)
    const { mods: shown, plugins: shownPlugins, settings: shownSettings, notes } = body.data
    expect(shownPlugins.length).toBeLessThan(200_000)
    expect(notes).toEqual([
      { file: 'modlist.txt', code: 'duplicate_mods', count: 1, names: ['0'] },
      { file: 'modlist.txt', code: 'cut', count: 40_001 - shown.length, names: [] },
      { file: 'Plugins.txt', code: 'cut', count: 200_000 - shownPlugins.length, names: [] },
      { file: 'a.ini', code: 'cut', count: 30_000 - shownSettings[0].settings.length, names: [] },
    ])
    for (const { count } of notes) expect(count).toBeGreaterThan(0)
  })

  it('has null for parts that no file has', async ({ api }) => {
    await makeLists(api, { One: { 'modsettings.lsx': '<xml/>' } })
    const { body } = await api.get('/v1/lists/one/load-order').expect(200)
    expect(body).toEqual({ data: { mods: null, plugins: null, settings: [], notes: [], log: null } })
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

  it.for([
    ['a missing line end', 'modlist.txt', '+a\n+b\n', '+a\r\n+b'],
    ['another encoding', 'a.ini', '[x]\nä=1\n', utf16le('[x]\r\nä=1\r\n')],
    ['an additional empty file', 'a.txt', '', undefined],
    ['only a byte order mark', 'b.txt', undefined, '\ufeff'],
    ['an empty line', 'a.txt', '', '\n'],
    ['an empty line at the end', 'a.txt', 'a\n', 'a\n\n'],
    ['the order of settings', 'a.ini', '[x]\na=1\nb=2\n', '[x]\nb=2\na=1\n'],
  ] as const)('names exactly the files that have a diff: %s', async ([, file, before, after], { api }) => {
    const files = (content: string | Buffer | undefined) => ({
      'same.txt': 'x',
      ...(content !== undefined && { [file]: content }),
    })
    await makeLists(api, { One: files(before), Two: files(after) })
    const { body: compared } = await api.get('/v1/compare/one/two').expect(200)
    const { body } = await api.get('/v1/compare/one/two/changes').expect(200)
    expect(body.data.files.map(({ name }: { name: string }) => name)).toEqual(compared.data.diffs.length ? [file] : [])
    expect(body.data.same).toBe(compared.data.diffs.length === 0)
  })

  it('leaves out plugins that a list without loadorder.txt cannot name, and says so in the last note', async ({
    api,
  }) => {
    const states = '*a.esp\n*a.esp\n'
    await makeLists(api, {
      One: { 'plugins.txt': states, 'loadorder.txt': 'Skyrim.esm\nUpdate.esm\na.esp\n' },
      Two: { 'z.ini': 'a=1\na=2\n', 'plugins.txt': states },
    })
    const { body } = await api.get('/v1/compare/one/two/changes').expect(200)
    expect(body.data.plugins).toMatchObject({ counts: { added: 0, removed: 0 }, removed: [] })
    expect(body.data.notes).toEqual([
      { list: 1, file: 'plugins.txt', code: 'duplicate_plugins', count: 1, names: ['a.esp'] },
      { list: 2, file: 'z.ini', code: 'repeated_settings', count: 1, names: ['/a'] },
      { list: 2, file: 'plugins.txt', code: 'duplicate_plugins', count: 1, names: ['a.esp'] },
      { list: 2, file: 'loadorder.txt', code: 'order_missing', count: 2, names: [] },
    ])
    const { text } = await api.get('/v1/compare/one/two/changes.md').buffer(true).expect(200)
    expect(text).toContain('`Two` has no loadorder.txt, so 2 plugins could not be compared.')
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

  it('distinguishes lists with the same name by their slugs', async ({ api }) => {
    await fillList(api.post('/v1/lists'), {}, { 'modlist.txt': '+a' }).expect(201)
    await fillList(api.post('/v1/lists'), {}, { 'plugins.txt': 'a.esp' }).expect(201)
    const { text } = await api.get('/v1/compare/my-list/my-list-2/changes.md').buffer(true).expect(200)
    expect(text).toContain('Only `My List (my-list)` has mods. Only `My List (my-list-2)` has plugins.')
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

  it('is 404 if the list does not exist, and 405 for other methods', async ({ api }) => {
    expect((await api.get(path).expect(404)).body).toEqual({ message: 'List not found.' })
    const { headers, body } = await api.delete(path).expect(405)
    expect(headers.allow).toBe('GET, HEAD, OPTIONS')
    expect(Object.keys(body)).toEqual(['message'])
  })
})

describe('the work of changes', () => {
  it('is done once for all requests, and again only for files that differ', async ({ api, differ }) => {
    const once = { ...BEFORE, 'once.txt': 'once\n' }
    await makeLists(api, {
      One: once,
      Two: { ...AFTER, 'twice.ini': 'a=once' },
      Three: { ...AFTER, 'twice.ini': 'a=twice' },
    })
    const computed = async (...slugs: string[]) => {
      const before = differ.figures.misses
      await Promise.all(slugs.map((slug) => api.get(`/v1/compare/one/${slug}/changes`).expect(200)))
      return differ.figures.misses - before
    }
    expect(await computed('two', 'two')).toBeGreaterThan(1)
    expect(await computed('two')).toBe(0)
    expect(await computed('three')).toBe(1)
  })
})
