import { describe, expect } from 'vitest'
import { uploadBy } from '../../support/accounts/people.ts'
import { it } from '../../support/indexing.ts'
import { moderatorBrowser } from '../../support/moderation.ts'
import { makeLists } from '../../support/requests/forms.ts'
import { textOf } from '../../support/website/pages.ts'

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
