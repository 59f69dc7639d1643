import { describe, expect } from 'vitest'
import { it } from '../../support/it.ts'
import { fillList, makeLists } from '../../support/requests/forms.ts'
import { openPage, textOf } from '../../support/website/pages.ts'

const BEFORE = {
  'modlist.txt': '+Patch\n+Moved\n+Frostfall\n+Campfire\nSurvival_separator\n+SkyUI\n-Lanterns\n',
  'plugins.txt': '*SkyUI_SE.esp\n*Campfire.esm\n',
  'skyrim.ini': '[Display]\niSize W=1920\n',
}
const AFTER = {
  'modlist.txt': '+Patch\n+Wet and Cold\n+Campfire\nSurvival_separator\n+SkyUI\n+Lanterns\n+Moved\n',
  'plugins.txt': '*SkyUI_SE.esp\n*Campfire.esm\n*WetandCold.esp\n',
  'skyrim.ini': '[Display]\niSize W=2560\n',
}

const section = (html: string, id: string) => new RegExp(`<section id="${id}".*?</section>`, 's').exec(html)?.[0] ?? ''

describe('GET /compare/{a}/{b}', () => {
  it('shows the differences as a sentence, then by part and separator, then line by line', async ({ api }) => {
    await makeLists(api, { 'It crashes': BEFORE, 'It works': AFTER })
    const { headings, words, html, links } = await openPage(api, '/compare/it-crashes/it-works')

    const sentence = '1 mod added, 1 removed, 1 moved, 1 switched on; 1 plugin added; 1 setting changed'
    expect(words).toContain(sentence)
    expect(links).toEqual(expect.arrayContaining(['#mods', '#plugins', '#settings', '#files']))
    expect(headings).toEqual([
      'It crashes compared with It works',
      ...['It crashes', 'It works'],
      ...['Mods', 'Added (1)', 'Survival', 'Removed (1)', 'Survival', 'Enabled (1)', 'Moved (1)'],
      ...['Plugins', 'Added (1)'],
      ...['Settings', 'Changed (1)'],
      ...['Files', 'modlist.txt', 'plugins.txt', 'skyrim.ini'],
    ])
    expect(textOf(section(html, 'mods')).replaceAll('\u00a0', ' ')).toContain('Survival + Wet and Cold Removed (1)')
    expect(textOf(section(html, 'mods'))).toContain('Moved now first')
    expect(textOf(section(html, 'settings'))).toContain('[Display] iSize W = 1920 now 2560')
    expect(section(html, 'files')).toContain('<del>-iSize W=1920</del><ins>+iSize W=2560</ins>')
  })

  it('links both lists, the patch, the Markdown text and the swapped comparison', async ({ api }) => {
    await fillList(api.post('/v1/lists'), { name: 'One' }).expect(201)
    await fillList(api.post('/v1/lists'), { name: 'Two' }, { 'a.txt': 'a' }).expect(201)
    const { links, words } = await openPage(api, '/compare/one/two')
    const expected = [
      '/lists/one',
      '/lists/two',
      '/compare/two/one',
      '/v1/compare/one/two.patch',
      '/v1/compare/one/two/changes.md',
    ]
    expect(links).toEqual(expect.arrayContaining(expected))
    for (const path of expected) await api.get(path).expect(200)
    expect(words).toContain('Copy link')
    expect(words).toContain('Swap')
  })

  it('says "No differences." for equal lists', async ({ api }) => {
    await fillList(api.post('/v1/lists'), { name: 'One' }).expect(201)
    await fillList(api.post('/v1/lists'), { name: 'One' }).expect(201)
    const { headings, words, title } = await openPage(api, '/compare/one/one-2')
    expect(words).toContain('No differences.')
    expect(headings).toEqual(['One (one) compared with One (one-2)', 'One', 'One'])
    expect(title).toBe('One (one) compared with One (one-2) · Mod list catalog')
  })

  it('says which list alone has a part, and omits a part that both lack', async ({ api }) => {
    await makeLists(api, { One: { 'modlist.txt': '+A\n' }, Two: { 'x.txt': 'x\n' } })
    const { html, words, headings } = await openPage(api, '/compare/one/two')
    expect(words).toContain('Only One has mods.')
    expect(textOf(section(html, 'mods'))).toBe('Mods Only One has mods.')
    expect(textOf(section(html, 'files'))).toMatch(/modlist\.txt removed: \d+ lines? @@/)
    expect(headings).not.toContain('Plugins')
    expect(headings).not.toContain('Settings')
  })

  it('opens diffs of up to 400 changed lines, and refers to the patch for a diff that is too long', async ({ api }) => {
    const lines = (count: number, word: string) => `${word}\n`.repeat(count)
    const first = { 'a.txt': lines(200, 'a'), 'b.txt': lines(201, 'b'), 'c.txt': lines(2, 'c'.repeat(400_000)) }
    const second = { 'a.txt': lines(200, 'A'), 'b.txt': lines(200, 'B'), 'c.txt': lines(2, 'C'.repeat(400_000)) }
    await makeLists(api, { One: first, Two: second })
    const { html } = await openPage(api, '/compare/one/two')
    const files = [...section(html, 'files').matchAll(/<(details|div) class="file"( open)?>.*?<\/\1>/gs)]
    expect(files.map(([, , open]) => open)).toEqual([' open', undefined, undefined])
    expect(textOf(files[0]?.[0] ?? '')).toMatch(/^a\.txt changed: 200 lines added, 200 removed/)
    expect(textOf(files[2]?.[0] ?? '')).toContain('the diff is too long for this page. Download the patch to see it.')
    expect(html.length).toBeLessThan(100_000)
  })

  it('limits the entries of a page, and says how many there are', async ({ api }) => {
    const mods = (name: string) => Array.from({ length: 5_000 }, (_, at) => `+${name} ${at}\n`).join('')
    await makeLists(api, { One: { 'modlist.txt': mods('Old') }, Two: { 'modlist.txt': mods('New') } })
    const { headings, words, html } = await openPage(api, '/compare/one/two')
    expect(headings).toEqual(expect.arrayContaining(['Added (5000)', 'Removed (5000)']))
    expect(words).toContain('and 1000 more')
    expect(words).toContain('and 5000 more')
    expect(html.length).toBeLessThan(2 ** 20)
  })

  it('counts the separators that it omits, and says when only the first 10000 were compared', async ({ api }) => {
    const separators = (count: number) => Array.from({ length: count }, (_, at) => `-S${at}_separator\n`).join('')
    for (const [name, count] of Object.entries({ One: 0, Two: 4_500, Three: 10_001 })) {
      await fillList(api.post('/v1/lists'), { name }, { 'modlist.txt': `${separators(count)}+Mod\n` }).expect(201)
    }
    const [cut, many] = [await openPage(api, '/compare/one/two'), await openPage(api, '/compare/one/three')]
    expect(cut.headings).toContain('Separators added (4500)')
    expect(cut.words).toContain('and 500 more')
    expect(many.headings).toContain('Separators added (first 10000)')
  })

  it('compares revisions of a list', async ({ api, signIn }) => {
    const token = await signIn('Ann')
    await fillList(api.post('/v1/lists').set('Authorization', token), { name: 'One' }, { 'modlist.txt': '+A\n' })
    const changed = { 'modlist.txt': '+A\n+B\n' }
    await fillList(api.put('/v1/lists/one').set('Authorization', token), { name: 'One' }, changed).expect(200)
    const { words, title, links } = await openPage(api, '/compare/one@1/one@2')
    expect(words).toContain('1 mod added')
    expect(title).toBe('One (one@1) compared with One (one@2) · Mod list catalog')
    expect(links).toEqual(expect.arrayContaining(['/lists/one@1', '/lists/one@2', '/v1/compare/one@1/one@2.patch']))
    expect(words).toContain('revision 1 of one')
    await api.get('/v1/compare/one@1/one@2.patch').expect(200)
    expect((await openPage(api, '/compare/one@1/one@3')).status).toBe(404)
  })

  it('is 404 if a list does not exist, with a form to correct either list', async ({ api }) => {
    await fillList(api.post('/v1/lists'), { name: 'One' }).expect(201)
    for (const path of ['/compare/one/nothing', '/compare/nothing/one', '/compare/one/%00']) {
      const { status, headings, words, html } = await openPage(api, path)
      expect({ path, status, headings }).toEqual({ path, status: 404, headings: ['Not found'] })
      expect(words).toContain('One of these lists was deleted, has expired, or never existed')
      expect(html).toMatch(/<form class="chooser".* value="one"/) // to choose again
    }
  })
})

describe('the message for a chat', () => {
  it('names and links both lists and the comparison, and counts the changes that it omits', async ({ api }) => {
    const mods = (count: number) => Array.from({ length: count }, (_, at) => `+A rather long name ${at}\n`).join('')
    for (const [name, count] of Object.entries({ One: 0, Two: 3, Three: 500 })) {
      await fillList(api.post('/v1/lists'), { name }, { 'modlist.txt': `+Base\n${mods(count)}` }).expect(201)
    }
    const message = async (path: string) =>
      /<button [^>]*data-text="([^"]*)"/s.exec((await openPage(api, path)).html)?.[1] ?? ''
    expect(textOf(await message('/compare/one/two'))).toBe(
      textOf(
        [
          '**In Two, compared with One: 3 mods added**',
          '<https://www.example.com/compare/one/two>',
          '`One`: <https://www.example.com/lists/one>',
          '`Two`: <https://www.example.com/lists/two>',
          ...[0, 1, 2].map((at) => `+ \`A rather long name ${at}\``),
        ]
          .join('\n')
          .replaceAll('<', '&lt;'),
      ),
    )
    const long = (await message('/compare/one/three')).replaceAll('&lt;', '<')
    const shown = long.match(/^\+ /gm)?.length ?? 0
    expect(long.length).toBeLessThanOrEqual(1_900)
    expect(shown).toBeGreaterThan(40)
    expect(long).toMatch(new RegExp(`and ${500 - shown} more$`))
  })
})

describe('GET /compare', () => {
  it('redirects to the comparison for slugs and links, from text fields and from ticks', async ({ api }) => {
    const asked = [
      'list1=one&list2=two',
      'list=one&list=two',
      'list1=%20One%20&list2=https%3A%2F%2Fmods.example.com%2Flists%2Ftwo%23modlist.txt-L3',
    ]
    for (const query of asked) {
      const { headers } = await api.get(`/compare?${query}`).expect(303)
      expect([query, headers.location]).toEqual([query, '/compare/one/two'])
    }
    const { headers } = await api.get('/compare?list1=one@3&list2=one@12').expect(303)
    expect(headers.location).toBe('/compare/one@3/one@12')
  })

  it('takes the first two lists if more are ticked, and says so', async ({ api }) => {
    const page = await openPage(api, '/compare?list=one&list=two&list=three')
    expect(page.status).toBe(200)
    expect(page.words).toContain('You ticked 3 lists. Only two can be compared at a time; these are the first two.')
    expect(page.html).toMatch(/<input id="list1" [^>]*value="one".*<input id="list2" [^>]*value="two"/s)
    expect((await openPage(api, '/compare?list=one')).words).not.toContain('You ticked')
  })

  it('asks for a missing list, keeps the given one, and refuses text that is not a list with 422', async ({ api }) => {
    await fillList(api.post('/v1/lists'), { name: 'My List' }).expect(201)
    const empty = await openPage(api, '/compare')
    expect(empty.words).toContain('First list Second list')
    expect(empty.html).toContain('<option value="my-list">My List</option>')

    const half = await openPage(api, '/compare?list1=my-list')
    expect(half.status).toBe(200)
    expect(half.html).toMatch(/<input id="list1" [^>]*value="my-list"/)

    const wrong = await openPage(api, '/compare?list1=my-list&list2=%3Cscript%3E')
    expect(wrong.status).toBe(422)
    expect(wrong.html).toMatch(/aria-invalid="true" aria-describedby="list2-error" value="&lt;script>"/)
    expect(wrong.words).toContain('This is not a link to a list')
    const foreign = await openPage(api, '/compare?list1=my-list&list2=https%3A%2F%2Fother.example%2Flists%2Fx')
    expect([foreign.status, foreign.words]).toEqual([
      422,
      expect.stringContaining('leads to another site, other.example'),
    ])
    const { body } = await api.get('/compare?list1=my-list&list2=%3F').set('Accept', '*/*').expect(422)
    expect(body).toEqual({ message: expect.any(String), errors: { list2: [body.message] } })
  })
})

describe('mods with another version', () => {
  it('are shown as updated, in the sentence and under a heading', async ({ api }) => {
    const table = (version: string) => `#Mod_Name,#Mod_Version\nSKSE,${version}\nSkyUI,5.2\n`
    const modlist = '+SKSE\n+SkyUI\n'
    await makeLists(api, {
      One: { 'modlist.txt': modlist, 'mods.csv': table('2.2.3') },
      Two: { 'modlist.txt': modlist, 'mods.csv': table('2.2.6') },
    })
    const { headings, words } = await openPage(api, '/compare/one/two')
    expect(headings).toContain('Updated (1)')
    expect(words).toContain('1 mod updated')
    expect(words).toContain('SKSE: 2.2.3 to 2.2.6')
  })
})
