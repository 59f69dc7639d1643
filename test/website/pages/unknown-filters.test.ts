import { describe, expect } from 'vitest'
import { uploadBy } from '../../support/accounts/people.ts'
import { it } from '../../support/indexing.ts'
import { moderatorBrowser } from '../../support/moderation.ts'
import { makeLists } from '../../support/requests/forms.ts'
import { BROWSER, textOf } from '../../support/website/pages.ts'

type Called = 'tab' | 'filter' | 'order' | 'page'

/** The parameters of each page that have fixed words or are numbers, with what the page calls each. */
const PAGES: Record<string, Record<string, Called>> = {
  '/lists': { sort: 'order', page: 'page' },
  '/lists?game=TESV+Skyrim+SE': { sort: 'order', page: 'page' },
  '/lists/one': { tab: 'tab', state: 'filter' },
  '/lists/one@1': { tab: 'tab', state: 'filter' },
  '/lists/one/history': { page: 'page' },
  '/compare/one/two': { tab: 'tab', kind: 'filter', off: 'filter', all: 'page' },
  '/compare/one@1/two': { tab: 'tab', kind: 'filter', off: 'filter', all: 'page' },
  '/authors/Mo': { page: 'page' },
  '/games/4': { kind: 'filter', page: 'page' },
  '/account': { tab: 'tab', page: 'page' },
  '/moderation': { page: 'page' },
  '/moderation/log': { page: 'page' },
}

const WORDS = [
  'Mods',
  'constructor',
  '0',
  '-1',
  '9'.repeat(20),
  '\u0000',
  'x'.repeat(5_000),
  '"><script>alert(1)</script>',
]

const main = (html: string) => textOf(/<main[^>]*>(.*)<\/main>/s.exec(html)?.[1] ?? '')

describe('an unknown tab, filter, order or page in the address', () => {
  it.for(Object.entries(PAGES))(
    'of %s shows the default, and a line says which one it is',
    async ([path, parameters], { api, catalog, indexMods }) => {
      await makeLists(api, { One: { 'modlist.txt': '+A\n+B\n-C\n' }, Two: { 'modlist.txt': '+A\n-B\n-D\n' } })
      const browser = await moderatorBrowser({ api, catalog })
      await uploadBy(api, browser, { name: 'Mine' }).expect(303)
      await indexMods()
      const shown = main((await browser.open(path)).text)
      expect(shown).not.toContain('There is no ')
      for (const [name, called] of Object.entries(parameters)) {
        for (const word of WORDS) {
          const search = `${path.includes('?') ? '&' : '?'}${new URLSearchParams({ [name]: word })}`
          const { status, text } = await browser.open(path + search)
          const line = `There is no ${called} “${word}” here.`
          const words = main(text)
          expect([name, status, words.includes(line)]).toEqual([name, 200, true])
          expect(words.replace(`${line} `, '')).toBe(shown)
          expect(text).not.toContain('<script>alert')
        }
        const twice = await browser.open(`${path}${path.includes('?') ? '&' : '?'}${name}=1&${name}=x`)
        expect([name, twice.status, main(twice.text).includes(`There is no ${called} “x” here.`)]).toEqual([
          name,
          200,
          true,
        ])
      }
    },
  )
})

describe('a game in the address of the collection that does not exist', () => {
  it('finds no lists, a line says which game it is, and the next search is for all games', async ({ api }) => {
    await makeLists(api, { One: { 'modlist.txt': '+A\n' } })
    for (const game of ['Nope', '4', '"><script>alert(1)</script>']) {
      for (const search of ['', '&search=one']) {
        const path = `/lists?game=${encodeURIComponent(game)}${search}`
        const { text } = await api.get(path).set('Accept', BROWSER).expect(200)
        expect(main(text)).toContain(`There is no game “${game}” here.`)
        expect(main(text)).toContain('No lists match your search.')
        expect(text).not.toContain('name="game"')
        expect(text).not.toContain('<script>alert')
      }
    }
    for (const game of ['TESV Skyrim SE', 'starfield']) {
      const { text } = await api
        .get(`/lists?game=${encodeURIComponent(game)}`)
        .set('Accept', BROWSER)
        .expect(200)
      expect(main(text)).not.toContain('There is no ')
      expect(text).toContain(`<input type="hidden" name="game" value="${game}"`)
    }
  })
})

describe('a page past the last one', () => {
  it.for(['/lists', '/games/TESV%20Skyrim%20SE', '/account', '/moderation/log'])(
    'of %s says that it does not exist',
    async (path, { api, catalog, indexMods }) => {
      const browser = await moderatorBrowser({ api, catalog })
      await uploadBy(api, browser, { name: 'Mine' }).expect(303)
      await indexMods()
      for (const [page, isThere] of [
        ['1', true],
        ['2', false],
        ['999999999', false],
      ] as const) {
        const { status, text } = await browser.open(`${path}?page=${page}`)
        expect([status, main(text).includes('This page does not exist.')]).toEqual([200, !isThere])
        expect(text.includes(`href="${path}">Previous</a>`) || text.includes(`${path}?page=1">Previous</a>`)).toBe(
          !isThere,
        )
      }
    },
  )
})
