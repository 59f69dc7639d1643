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

/** Returns the words of each row of the table of changes. */
const rowsOf = (html: string) =>
  [...html.matchAll(/<tr[^>]*data-kinds="[^"]*">.*?<\/tr>/gs)].map(([row]) =>
    textOf(row.replace(/<a class="skip".*?<\/a>/, '')),
  )

const tabsOf = (html: string) => textOf(/<nav class="tabs".*?<\/nav>/s.exec(html)?.[0] ?? '')
const chipsOf = (html: string) =>
  textOf((/<nav class="chips".*?<\/nav>/s.exec(html)?.[0] ?? '').replaceAll(/<span class="unseen">.*?<\/span>/g, ' |'))

describe('GET /compare/{a}/{b}', () => {
  it('says in words, there and in the history, that a mod stands under another separator', async ({ api }) => {
    const mods = (...lines: string[]) => ({ 'modlist.txt': lines.join('\n') })
    const made = await fillList(api.post('/v1/lists'), { name: 'One' }, mods('+A', '-S_separator', '+B')).expect(201)
    const update = api.put('/v1/lists/one').set('Authorization', `Bearer ${made.headers['owner-key']}`)
    await fillList(update, { name: 'One' }, mods('+A', '+B', '-S_separator')).expect(200)
    for (const path of ['/compare/one@1/one@2', '/lists/one/history'])
      expect((await openPage(api, path)).words).toMatch(/1 mod moved to another separator(?!.*regrouped)/)
  })

  it('shows a sentence, chips, tabs with numbers, and the changes in one table, what is gone first', async ({
    api,
  }) => {
    await makeLists(api, { 'It crashes': BEFORE, 'It works': AFTER })
    const { headings, words, html } = await openPage(api, '/compare/it-crashes/it-works')
    expect(headings).toEqual(['It crashes → It works'])
    expect(words).toContain(
      'From It crashes to It works: 1 mod added, 1 removed, 1 switched on, 1 moved; 1 plugin added; 1 setting changed',
    )
    expect(chipsOf(html)).toBe('− 1 only in It crashes | 1 switched on | 1 moved | + 1 only in It works |')
    expect(tabsOf(html)).toBe('Mods 4 Plugins 1 Settings 1 Order 1 Files 3')
    expect(rowsOf(html)).toEqual([
      '− only here Frostfall 4 Survival',
      'switched on Lanterns off on',
      'moved Moved was after Campfire, now first 5 0',
      '+ only there Wet and Cold 5 Survival',
    ])
  })

  it('has one row with both signs for a mod that is switched off and moved, and names versions', async ({ api }) => {
    const list = (name: string, version: string, modlist: string) =>
      fillList(api.post('/v1/lists'), { name, version }, { 'modlist.txt': modlist }).expect(201)
    await list('Prophecies', '5', '+C\n+B\n+A\n+Gone\n')
    await list('Prophecies', '6', '-A\n-New\n+C\n+B\n')
    const { headings, html, words, title } = await openPage(api, '/compare/prophecies/prophecies-2')
    expect(headings).toEqual(['Prophecies 5 → 6'])
    expect(title).toBe('Prophecies 5 → 6 · Mod list catalog')
    expect(words).toContain('From 5 to 6: 1 mod added, 1 of them off, 1 removed, 1 switched off, 1 moved')
    expect(tabsOf(html)).toContain('Mods 3 ')
    expect(rowsOf(html)).toEqual([
      '− only here Gone 0',
      'switched off moved A was first, now after C 1 3',
      '+ only there, off New 2',
    ])
    expect(words).not.toMatch(/Enabled|Disabled|added to|removed from/)
  })

  it('names the ini files that only one list has, whose settings are not compared', async ({ api }) => {
    await makeLists(api, { One: { 'modlist.txt': '+A\n' }, Two: { 'modlist.txt': '+A\n', 'b.ini': '[A]\nb=1\n' } })
    const { words, html } = await openPage(api, '/compare/one/two?tab=settings')
    expect(tabsOf(html)).toBe('Settings 1 Files 1')
    expect(words).toContain('b.ini is only in Two.')
  })

  it('folds what both orders have in common, and says at which place of each it begins', async ({ api }) => {
    const names = (word: string) => Array.from({ length: 20 }, (_, at) => `+${word} ${at}\n`).join('')
    await makeLists(api, {
      One: { 'modlist.txt': `${names('High')}+Gone\n${names('Low')}` },
      Two: { 'modlist.txt': `${names('High')}${names('Low')}` },
    })
    const { words } = await openPage(api, '/compare/one/two?tab=order')
    expect(words).toContain('20 the same, from place 0 on ')
    expect(words).toContain('20 the same, from places 21 and 20 on ')
  })

  it('filters by kind, name and state, and says so for a tab or filter that does not exist', async ({ api }) => {
    const before = '+Keep\n+Gone A\n+Gone B\n'
    await makeLists(api, { One: { 'modlist.txt': before }, Two: { 'modlist.txt': '+Keep\n-New A\n+New B\n' } })
    const rowsAt = async (query: string) => rowsOf((await openPage(api, `/compare/one/two?${query}`)).html)
    expect(await rowsAt('kind=removed')).toEqual(['− only here Gone A 1', '− only here Gone B 0'])
    expect(await rowsAt('q=b')).toEqual(['− only here Gone B 0', '+ only there New B 0'])
    expect(await rowsAt('off=hide&kind=added')).toEqual(['+ only there New B 0'])
    const { html, words } = await openPage(api, '/compare/one/two?kind=removed')
    expect(words).toContain('Hide the 1 mod that is off')
    expect(html).toMatch(/<a class="badge went" href="\/compare\/one\/two\?tab=mods" aria-current="true">/)
    const odd = await openPage(api, '/compare/one/two?tab=%3Cb%3E&kind=%22x')
    expect(odd.status).toBe(200)
    expect(odd.words).toContain('There is no tab “<b>” and no filter “"x” here.')
    expect(rowsOf(odd.html)).toHaveLength(4)
  })

  it('links both lists, the patch, the Markdown text, the short one and the swapped comparison', async ({ api }) => {
    await fillList(api.post('/v1/lists'), { name: 'One' }).expect(201)
    await fillList(api.post('/v1/lists'), { name: 'Two' }, { 'a.txt': 'a' }).expect(201)
    const { links, words } = await openPage(api, '/compare/one/two')
    const expected = [
      '/lists/one',
      '/lists/two',
      '/compare/two/one',
      '/v1/compare/one/two.patch',
      '/v1/compare/one/two/changes.md',
      '/v1/compare/one/two/changes.md?short=1',
    ]
    expect(links).toEqual(expect.arrayContaining(expected))
    for (const path of expected) await api.get(path).expect(200)
    expect(words).toContain('Copy link')
    expect(words).toContain('Swap')
  })

  it('says "No differences." for equal lists, offers nothing to take over, and says if the games differ', async ({
    api,
  }) => {
    await fillList(api.post('/v1/lists'), { name: 'One' }).expect(201)
    await fillList(api.post('/v1/lists'), { name: 'One', game: '5' }).expect(201)
    const { headings, words, title } = await openPage(api, '/compare/one/one-2')
    expect(words).toContain('No differences.')
    expect(words).not.toMatch(/Apply to|Find the culprit|Both sides are the same list/)
    expect(words).toMatch(/These lists are for different games: TESV Skyrim SE and .+\./)
    expect(headings).toEqual(['One one → one-2'])
    expect(title).toBe('One one → one-2 · Mod list catalog')
  })

  it('shows all rows in pages of 1,000, each with an address, also those of a filter', async ({ api }) => {
    const mods = (name: string, count: number) => Array.from({ length: count }, (_, at) => `+${name} ${at}\n`).join('')
    await makeLists(api, {
      One: { 'modlist.txt': mods('Old', 1_500) },
      Two: { 'modlist.txt': mods('New', 1_002) },
    })
    const names: string[] = []
    for (const [page, rows] of [1_000, 1_000, 502].entries()) {
      const { html, words } = await openPage(api, `/compare/one/two?all=${page + 1}`)
      const found = [...html.matchAll(/<bdi>((?:Old|New) \d+)<\/bdi>/g)].map(([, name]) => name ?? '')
      expect([page, found.length]).toEqual([page, rows])
      names.push(...found)
      expect(words).toContain(`Page ${page + 1} of 3`)
      expect(html.includes('/compare/one/two?tab=mods&amp;all=3"')).toBe(page === 1)
    }
    expect(new Set(names).size).toBe(2_502)
    expect([names[0], names.at(-1)]).toEqual(['Old 0', 'New 1001'])

    const second = await openPage(api, '/compare/one/two?all=2')
    expect(second.words).toContain('500 of 1500 only in One on this page')
    expect(second.words).toContain('500 of 1002 only in Two on this page')
    expect(second.html).toContain('/compare/one/two?tab=mods&amp;kind=added&amp;all=1"') // a filter begins at the first page
    const added = await openPage(api, '/compare/one/two?kind=added&all=2')
    expect(rowsOf(added.html)).toEqual(['+ only there New 1000 1', '+ only there New 1001 0'])
    const typed = await openPage(api, '/compare/one/two?q=New%201001&all=1')
    expect(rowsOf(typed.html)).toEqual(['+ only there New 1001 0'])
    expect(typed.words).not.toContain('Page 1')
    const past = await openPage(api, '/compare/one/two?all=4')
    expect([past.status, rowsOf(past.html)]).toEqual([200, []])
    expect(past.words).toContain('This page does not exist. Previous Page 4 of 3')
  })

  it('is 404 if a list does not exist, with a form to correct either list', async ({ api }) => {
    await fillList(api.post('/v1/lists'), { name: 'One' }).expect(201)
    for (const path of ['/compare/one/nothing', '/compare/nothing/one', '/compare/one/%00']) {
      const { status, headings, words, html } = await openPage(api, path)
      expect({ path, status, headings }).toEqual({ path, status: 404, headings: ['Not found', 'Yours'] })
      expect(words).toContain('One of these lists was deleted, has expired, or never existed')
      expect(html).toMatch(/<form class="chooser".* value="one"/) // to choose again
    }
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
  it('are shown as updated, in the sentence, a chip and the table', async ({ api }) => {
    const table = (version: string) => `#Mod_Name,#Mod_Version\nSKSE,${version}\nSkyUI,5.2\n`
    const modlist = '+SKSE\n+SkyUI\n'
    await makeLists(api, {
      One: { 'modlist.txt': modlist, 'mods.csv': table('2.2.3') },
      Two: { 'modlist.txt': modlist, 'mods.csv': table('2.2.6') },
    })
    const { html, words } = await openPage(api, '/compare/one/two')
    expect(chipsOf(html)).toBe('1 updated |')
    expect(words).toContain('1 mod updated')
    expect(rowsOf(html)).toEqual(['updated SKSE 2.2.3 → 2.2.6 1'])
  })
})
