import { expect } from 'vitest'
import { it } from '../../support/indexing.ts'
import { makeLists } from '../../support/requests/forms.ts'
import { describeInBrowser, expectAccessible, onEachPage, tabTo, violationsOn } from '../../support/website/browser.ts'

const GAME = '/games/TESV%20Skyrim%20SE'
const LONG = 'LongNameWithoutSpaces'.repeat(12)

const CSV = `#Mod_Name,#Mod_Version,#Mod_Nexus_URL
SkyUI,5.2,https://www.nexusmods.com/skyrimspecialedition/mods/12604?${'x'.repeat(300)}
`
const LISTS: Record<string, Record<string, string>> = {
  'It crashes': {
    'modlist.txt': `+SkyUI\n+Sky Haven\n-${LONG}\n`,
    'mods.csv': CSV,
    'plugins.txt': '*SkyUI_SE.esp\nPatch.esp\n',
  },
  'It works': { 'modlist.txt': '+SkyUI\n+Frostfall\n', 'plugins.txt': '*SkyUI_SE.esp\n' },
  'Without it': { 'modlist.txt': '+Frostfall\n' },
}

describeInBrowser('mods in a browser', (open) => {
  it('mods are found without JavaScript, from games to lists that hold one', async ({ app, api, indexMods }) => {
    await makeLists(api, LISTS)
    await indexMods()
    const { page, complaints } = await open(app, { javaScriptEnabled: false })
    await page.goto('/games')
    await page.getByRole('link', { name: 'TESV Skyrim SE' }).click()
    await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('TESV Skyrim SE')
    await page.getByLabel('Search').fill('sky')
    await page.getByRole('button', { name: 'Search' }).click()
    await expect.poll(() => page.getByText('2 mods in public lists').isVisible()).toBe(true)
    await page.getByRole('link', { name: 'SkyUI' }).click()
    await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('SkyUI')
    await expect.poll(() => page.getByText('in 2 public lists, switched on in 2').isVisible()).toBe(true)
    await expect.poll(() => page.getByRole('link', { name: 'Frostfall' }).first().isVisible()).toBe(true)
    await page.getByRole('link', { name: 'All lists that have it' }).click()
    await expect.poll(() => page.locator('.count').textContent()).toBe('2 lists')
    await expect.poll(() => page.getByLabel('Mod', { exact: true }).inputValue()).toBe('SkyUI')
    await page.getByLabel('Mod', { exact: true }).fill('frostfall')
    await page.getByRole('button', { name: 'Search' }).click()
    await expect.poll(() => page.getByRole('link', { name: 'Without it' }).isVisible()).toBe(true)
    expect(await page.getByRole('link', { name: 'It crashes' }).count()).toBe(0)
    expect(complaints).toEqual([])
  })

  it('mods are suggested for the filter of lists, with the keyboard alone', async ({ app, api, indexMods }) => {
    await makeLists(api, LISTS)
    await indexMods()
    const { page, complaints } = await open(app, { bypassCSP: true })
    await page.goto('/lists?game=TESV+Skyrim+SE')
    await tabTo(page, 'Mod')
    const field = page.getByRole('combobox', { name: 'Mod' })
    await expect.poll(() => field.getAttribute('aria-expanded')).toBe('false')
    await page.keyboard.type('sky')
    const options = page.getByRole('listbox').getByRole('option')
    await expect.poll(() => options.allTextContents()).toEqual(['SkyUI in 2 lists', 'Sky Haven in 1 list'])
    await expect.poll(() => field.getAttribute('aria-expanded')).toBe('true')
    await expect
      .poll(() => field.getAttribute('aria-controls'))
      .toBe(await page.getByRole('listbox').getAttribute('id'))
    const [below, list] = await Promise.all([field.boundingBox(), page.getByRole('listbox').boundingBox()])
    expect(Math.round(list?.y ?? 0)).toBe(Math.round((below?.y ?? 0) + (below?.height ?? 0)))
    expect(await violationsOn(page)).toEqual([])
    await page.keyboard.press('Escape')
    expect(await options.count()).toBe(0)
    await expect.poll(() => field.inputValue()).toBe('sky')

    await page.keyboard.type('u')
    await expect.poll(() => options.allTextContents()).toEqual(['SkyUI in 2 lists'])
    await page.keyboard.press('ArrowDown')
    const chosen = await field.getAttribute('aria-activedescendant')
    await expect.poll(() => page.locator(`[id="${chosen}"]`).getAttribute('aria-selected')).toBe('true')
    await page.keyboard.press('Enter')
    await expect.poll(() => field.inputValue()).toBe('SkyUI')
    await page.keyboard.press('Enter')
    await page.waitForURL(/[?&]mod=SkyUI/)
    await expect.poll(() => page.locator('.count').textContent()).toBe('2 lists')

    await page.goto('/lists') // of all games
    await field.fill('sky')
    await expect.poll(() => options.allTextContents()).toEqual(['SkyUI in 2 lists', 'Sky Haven in 1 list'])
    expect(complaints).toEqual([])
  })

  it('the search in the header finds mods, and leads to the lists that have one', async ({ app, api, indexMods }) => {
    await makeLists(api, LISTS)
    await indexMods()
    const { page, complaints } = await open(app, { javaScriptEnabled: false })
    await page.goto('/')
    await page.getByLabel('Lists, mods, authors').fill('sky')
    await page.getByLabel('Lists, mods, authors').press('Enter')
    await expect.poll(() => page.getByText('2 lists have the mod SkyUI').isVisible()).toBe(true)
    await page.getByRole('link', { name: 'Sky Haven' }).click()
    await expect.poll(() => new URL(page.url()).search).toBe('?mod=Sky+Haven')
    await expect.poll(() => page.getByRole('link', { name: 'It crashes' }).isVisible()).toBe(true)
    expect(await page.getByRole('link', { name: 'It works' }).count()).toBe(0)
    expect(complaints).toEqual([])
  })

  it('mod pages have no axe violations, console messages or sideways scrolling', async ({ app, api, indexMods }) => {
    await makeLists(api, LISTS)
    await indexMods()
    const paths = [
      GAME,
      `${GAME}?kind=plugin`,
      `${GAME}?search=nobody`,
      `${GAME}/mods/skyui`,
      `${GAME}/mods/${LONG}`,
      `${GAME}/plugins/skyui_se.esp`,
      '/lists?mod=skyui&plugin=patch.esp',
      `/lists?mod=${LONG}`,
      `/lists?search=${LONG}`,
      '/lists?search=sky+haven',
      '/lists/it-crashes',
    ]
    await onEachPage((options) => open(app, { ...options, bypassCSP: true }), paths, expectAccessible)
  })
})
