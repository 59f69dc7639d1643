import { describe, expect } from 'vitest'
import { it } from '../../support/it.ts'
import { makeLists } from '../../support/requests/forms.ts'
import { openPage } from '../../support/website/pages.ts'

/** The parameters of each page that has tabs or filters with fixed words, with what the page calls each. */
const PAGES: Record<string, Record<string, 'tab' | 'filter'>> = {
  '/lists/one': { tab: 'tab', state: 'filter' },
  '/lists/one@1': { tab: 'tab', state: 'filter' },
  '/compare/one/two': { tab: 'tab', kind: 'filter', off: 'filter' },
  '/compare/one@1/two': { tab: 'tab', kind: 'filter', off: 'filter' },
}

const WORDS = ['nothing', 'Mods', 'constructor', '<b>x</b>', '"><script>alert(1)</script>', '\u0000', 'x'.repeat(5_000)]

describe('an unknown tab or filter in the address', () => {
  it.for(Object.entries(PAGES))(
    'of %s shows the default, and a line says which one it is',
    async ([path, parameters], { api }) => {
      await makeLists(api, { One: { 'modlist.txt': '+A\n+B\n-C\n' }, Two: { 'modlist.txt': '+A\n-B\n-D\n' } })
      const shown = await openPage(api, path)
      expect(shown.words).not.toContain('There is no ')
      for (const [name, called] of Object.entries(parameters)) {
        for (const word of WORDS) {
          const { status, words, html } = await openPage(api, `${path}?${new URLSearchParams({ [name]: word })}`)
          const line = `There is no ${called} “${word}” here.`
          expect([name, status, words.includes(line)]).toEqual([name, 200, true])
          expect(words.replace(`${line} `, '')).toBe(shown.words)
          expect(html).not.toContain('<script>alert')
        }
      }
    },
  )
})
