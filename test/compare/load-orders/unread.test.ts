import { describe, expect } from 'vitest'
import { clientOf, folderOf } from '../../commands/remote/terminal.ts'
import { runIn } from '../../support/commands/run.ts'
import { it } from '../../support/it.ts'
import { fillList, makeLists } from '../../support/requests/forms.ts'

const [CRASH, LATER] = ['patch: 18\nA\nB\n', 'patch: 19\nA\nB\nC\n']
const SENTENCE = 'crash.log differs: 2 lines added, 1 removed. Its mods are not read.'

describe('lists of which no file is read', () => {
  it('differ by lines, in JSON, Markdown, page and command line', async ({ api, port }) => {
    await makeLists(api, { One: { 'crash.log': CRASH }, Two: { 'crash.log': LATER } })
    const { body } = await api.get('/v1/compare/one/two/changes').expect(200)
    expect(body.data).toMatchObject({
      same: false,
      mods: null,
      plugins: null,
      files: [{ name: 'crash.log', change: 'changed' }],
      unread: { added: 2, removed: 1 },
    })
    const markdown = await api.get('/v1/compare/one/two/changes.md').expect(200)
    expect(markdown.text.split('\n')[2]).toBe('`crash.log` differs: 2 lines added, 1 removed. Its mods are not read.')
    const { text } = await api.get('/compare/one/two').set('Accept', 'text/html').expect(200)
    expect(text).toContain(SENTENCE)
    expect(text).not.toContain('No differences')

    const environment = clientOf(port)
    const lists = await runIn(environment, 'changes', 'one', 'two')
    expect([lists.status, lists.printed.replaceAll('`', '')]).toEqual([1, expect.stringContaining(SENTENCE)])
    const folders = [await folderOf({ 'a.ccc': CRASH }), await folderOf({ 'a.ccc': LATER })]
    const local = await runIn(environment, 'changes', ...folders)
    expect([local.status, local.printed.replaceAll('`', '')]).toEqual([
      1,
      expect.stringContaining('a.ccc differs: 2 lines added, 1 removed. Its mods are not read.'),
    ])
  })

  it('are said to be so in changelog, feed and on their page', async ({ api, signIn }) => {
    const token = await signIn('Ann')
    const fields = { name: 'Mine' }
    await fillList(api.post('/v1/lists').set('Authorization', token), fields, { 'crash.log': CRASH }).expect(201)
    await fillList(api.put('/v1/lists/mine').set('Authorization', token), fields, { 'crash.log': LATER }).expect(200)
    const markdown = 'crash.log` differs: 2 lines added, 1 removed. Its mods are not read.'
    expect((await api.get('/v1/lists/mine/changelog.md')).text).toContain(markdown)
    expect((await api.get('/v1/lists/mine/changelog.atom')).text).toContain(SENTENCE)
    const { text } = await api.get('/lists/mine').set('Accept', 'text/html').expect(200)
    expect(text).toContain('No mods or plugins are read from crash.log: it is kept as text. To compare, add ')
    expect((await api.get('/lists/mine/history').set('Accept', 'text/html')).text).toContain(SENTENCE)
  })
})

describe('the page of a list without an order', () => {
  it('numbers nothing and does not say in which order anything loads', async ({ api }) => {
    await makeLists(api, {
      Pack: { 'a.ckan': '{"kind": "metapackage", "depends": [{"name": "A"}, {"name": "B"}]}' },
      Morrowind: { 'Morrowind.ini': '[Game Files]\nGameFile0=a.esp\n' },
      Profile: { 'modlist.txt': '+A\n', 'plugins.txt': 'a.esp\n' },
    })
    for (const [slug, isOrdered] of [
      ['pack', false],
      ['morrowind', false],
      ['profile', true],
    ] as const) {
      const { text } = await api.get(`/lists/${slug}`).set('Accept', 'text/html').expect(200)
      expect([slug, /<ol class="rows" start=/.test(text), /in this order|The number is/.test(text)]).toEqual([
        slug,
        isOrdered,
        isOrdered,
      ])
    }
    const { body } = await api.get('/v1/lists/pack/load-order').expect(200)
    expect(body.data.mods[0]).toMatchObject({ name: 'A', priority: null })
  })
})
