import { describe, expect } from 'vitest'
import { it } from '../../support/indexing.ts'
import { fillList } from '../../support/requests/forms.ts'
import { openPage } from '../../support/website/pages.ts'

const list = (api: Parameters<typeof openPage>[0], name: string, fields: Record<string, string> = {}) =>
  fillList(api.post('/v1/lists'), { name, expires: 'perm', ...fields }).expect(201)

describe('GET /lists', () => {
  it('shows the newest lists first, each with its game, author, time left and a checkbox', async ({ api, signIn }) => {
    await list(api, 'First', { expires: '3h' })
    const token = await signIn('Ann')
    await fillList(api.post('/v1/lists').set('Authorization', token), { name: 'Second', version: '2.0' }).expect(201)
    await list(api, 'Hidden', { private: '1' })
    const { headings, words, html } = await openPage(api, '/lists')

    expect(headings).toEqual(['Lists', 'Second 2.0', 'First'])
    expect(words).toMatch(/2 lists Compare Second Second 2\.0 TESV Skyrim SE by Ann updated .*? Compare First First/)
    expect(words).toContain('expires in 3 hours')
    expect(html.match(/<input type="checkbox" name="list" value="\w+"/g)).toHaveLength(2)
    expect(html).toContain('<form class="ticks" action="/compare">')
  })

  it('searches, filters and sorts by its query string, and shows it in its fields', async ({ api, clock, signIn }) => {
    await list(api, 'Frostfall')
    clock.advance(1000)
    await list(api, 'Campfire', { game: '30' })
    clock.advance(1000)
    const token = await signIn('Ann')
    await fillList(api.post('/v1/lists').set('Authorization', token), { name: 'Frost of Ann' }).expect(201)

    const shown = async (query: string) => (await openPage(api, `/lists?${query}`)).headings.slice(1)
    expect(await shown('search=frost')).toEqual(['Frost of Ann', 'Frostfall'])
    expect(await shown('search=')).toHaveLength(3)
    expect(await shown('game=Starfield')).toEqual(['Campfire'])
    expect(await shown('author=ann')).toEqual(['Frost of Ann'])
    expect(await shown('sort=created')).toEqual(['Frostfall', 'Campfire', 'Frost of Ann'])
    expect(await shown('search=frost&game=tesv+skyrim+se&author=&sort=created')).toEqual(['Frostfall', 'Frost of Ann'])
    expect(await shown('game=nothing')).toEqual([])

    const { html, words } = await openPage(api, '/lists?search=frost%22%3E&game=starfield&author=Ann&sort=-updated')
    expect(html).toContain('name="search" value="frost&quot;>"')
    expect(html).toContain('<input type="hidden" name="game" value="starfield"')
    expect(html).toContain('name="author" value="Ann"')
    expect(html).toContain('<option value="-updated" selected>')
    expect(words).toContain('No lists match your search.')
  })

  it('has a chip with the number of lists for each game that has any, most first, which keeps the search', async ({
    api,
  }) => {
    await list(api, 'One', { game: '30' })
    await list(api, 'Two')
    await list(api, 'Three')
    await list(api, 'Hidden', { game: '8', private: '1' })
    const chipsOf = async (query: string) => {
      const { html } = await openPage(api, `/lists${query}`)
      const nav = /<nav class="chips" aria-label="Games">(.*?)<\/nav>/s.exec(html)?.[1] ?? ''
      return [...nav.matchAll(/<a class="badge other" href="([^"]*)"( aria-current="true")?>([^<]*)</g)].map(
        ([, to, current, text]) => [to?.replaceAll('&amp;', '&'), current !== undefined, text],
      )
    }
    expect(await chipsOf('?search=o&sort=created')).toEqual([
      ['/lists?search=o&game=TESV+Skyrim+SE&sort=created', false, 'TESV Skyrim SE 2'],
      ['/lists?search=o&game=Starfield&sort=created', false, 'Starfield 1'],
    ])
    expect(await chipsOf('?game=starfield')).toEqual([
      ['/lists?game=TESV+Skyrim+SE', false, 'TESV Skyrim SE 2'],
      ['/lists', true, 'Starfield 1'],
    ])
    expect((await chipsOf('?game=Dark+Souls')).at(-1)).toEqual(['/lists', true, 'Dark Souls 0'])
  })
})

describe('a search on the page of lists', () => {
  const upload = (api: Parameters<typeof openPage>[0], name: string, modlist: string, fields = {}) =>
    fillList(api.post('/v1/lists'), { name, ...fields }, { 'modlist.txt': modlist }).expect(201)

  it('also looks through mods and authors, and shows the lists that have the mod if none is named so', async ({
    api,
    signIn,
    indexMods,
  }) => {
    await upload(api, 'One', '+UIExtensions\n+UIExtensions Patch\n')
    await upload(api, 'Two', '-UIExtensions\n')
    await upload(api, 'Other game', '+UIExtensions\n', { game: '30' })
    const token = await signIn('TheUIExtFan')
    await fillList(api.post('/v1/lists').set('Authorization', token), { name: 'By an author' }).expect(201)
    await indexMods()

    const all = await openPage(api, '/lists?search=UIExtensions')
    expect(all.words).toContain('No list is named so; 3 lists have the mod UIExtensions')
    expect(all.words).toContain('More mods: UIExtensions Patch 1')
    expect(all.headings).toEqual(['Lists', 'Other game', 'Two', 'One'])
    expect(all.links).toContain('/lists?mod=UIExtensions')

    const ofGame = await openPage(api, '/lists?search=UIExt&game=tesv+skyrim+se')
    expect(ofGame.words).toContain('No list is named so; 2 lists have the mod UIExtensions')
    expect(ofGame.headings).toEqual(['Lists', 'Two', 'One'])
    expect(ofGame.words).toContain('Author: TheUIExtFan')
    expect(ofGame.links).toContain('/authors/TheUIExtFan')

    const named = await openPage(api, '/lists?search=one')
    expect(named.headings).toEqual(['Lists', 'One'])
    expect(named.words).not.toContain('is named so')
    expect((await openPage(api, '/lists?search=nothing')).words).toContain('No lists match your search.')
  })

  it('shows hostile names of mods and authors literally', async ({ api, indexMods }) => {
    await upload(api, 'One', '+<script>alert(1)</script> "mod"\n')
    await indexMods()
    const { words, html, links } = await openPage(api, '/lists?search=alert')
    expect(words).toContain('1 list has the mod <script>alert(1)</script> "mod"')
    expect(html).not.toContain('<script>alert')
    expect(links).toContain('/lists?mod=%3Cscript%3Ealert%281%29%3C%2Fscript%3E+%22mod%22')
  })
})

describe('GET /', () => {
  it('shows an example of a comparison and the twelve newest lists', async ({ api, clock }) => {
    for (let at = 1; at <= 13; at++) {
      clock.advance(1000)
      await list(api, `List ${at}`)
    }
    const { headings, words, links } = await openPage(api, '/')
    const doors = ['Share my profile', 'Read a crash log', 'Compare two lists']
    expect(headings.slice(1, 7)).toEqual([...doors, 'Yours', 'Newest', 'List 13'])
    expect(headings.at(-1)).toBe('What differs, in your words')
    expect(headings).toHaveLength(1 + doors.length + 2 + 12 + 1)
    expect(words).toContain('− only in yours')
    expect(words).toContain('All 13 lists')
    expect(links).toEqual(expect.arrayContaining(['/lists/list-13', '/compare']))
  })
})

describe('GET /authors/{name}', () => {
  it("shows an author's public lists, thirty a page, for any spelling of the name", async ({ api, signIn, clock }) => {
    const token = await signIn('Ann O’Neil', { verified: true })
    for (let at = 1; at <= 31; at++) {
      clock.advance(1000)
      await fillList(api.post('/v1/lists').set('Authorization', token), { name: `List ${at}` }).expect(201)
    }
    await fillList(api.post('/v1/lists').set('Authorization', token), { name: 'Hidden', private: '1' }).expect(201)
    await list(api, 'By nobody')

    const path = `/authors/${encodeURIComponent('Ann O’Neil')}`
    const { headings, words, links, title } = await openPage(api, path.toLowerCase())
    expect([headings[0], headings.length, title]).toEqual([
      'Lists by Ann O’Neil',
      31,
      expect.stringMatching(/^Lists by Ann/),
    ])
    expect(words).toContain('31 public lists verified author')
    expect(links).toContain(`${path}?page=2`)
    expect((await openPage(api, `${path}?page=2`)).headings).toEqual(['Lists by Ann O’Neil', 'List 1'])
    expect((await openPage(api, '/lists')).links).toContain(path)
  })

  it('is the same 404 for a user without public lists and for an unknown name', async ({ api, signIn }) => {
    const token = await signIn('Ann')
    await fillList(api.post('/v1/lists').set('Authorization', token), { private: '1' }).expect(201)
    const [user, nobody] = [await openPage(api, '/authors/Ann'), await openPage(api, '/authors/Bob')]
    expect([user.status, nobody.status, user.words]).toEqual([404, 404, nobody.words])
  })
})
