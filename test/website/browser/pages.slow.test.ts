import { expect } from 'vitest'
import { it, type TestFixtures } from '../../support/it.ts'
import { fillList } from '../../support/requests/forms.ts'
import {
  describeInBrowser,
  expectAccessible,
  layoutShift,
  onEachPage,
  overflowOf,
  tabTo,
} from '../../support/website/browser.ts'

const mods = (count: number, name = 'Mod') =>
  Array.from({ length: count }, (_, at) => `${at % 7 ? '+' : '-'}${name} ${at}\r\n`).join('')
const CRASHES = {
  'modlist.txt': `${mods(70)}Utilities_separator\r\n+SkyUI\r\n*DLC: Dawnguard\r\n`,
  'plugins.txt': '*SkyUI_SE.esp\r\nPatch.esp\r\n',
  'skyrim.ini': '[Display]\r\niSize W=1920\r\n',
}
const WORKS = {
  'modlist.txt': `${mods(70)}+Frostfall\r\nUtilities_separator\r\n+SkyUI\r\n*DLC: Dawnguard\r\n`,
  'plugins.txt': '*SkyUI_SE.esp\r\n*Patch.esp\r\n',
  'skyrim.ini': '[Display]\r\niSize W=2560\r\n',
}

const LONG = 'x'.repeat(255)
const HOSTILE = ['<img src=x onerror=alert(1)>', '"><script>alert(1)</script>', 'javascript:alert(1)', LONG]

const list = (api: TestFixtures['api'], name: string, files: Record<string, string>, fields = {}) =>
  fillList(api.post('/v1/lists'), { name, ...fields }, files).expect(201)

async function fill(api: TestFixtures['api']) {
  await list(api, 'It crashes', CRASHES, { website: 'example.com', description: 'Help!' })
  const { headers } = await list(api, 'It works', CRASHES, { expires: 'perm', version: '1.0' })
  const update = api.put('/v1/lists/it-works').set('Authorization', `Bearer ${headers['owner-key']}`)
  await fillList(update, { name: 'It works', expires: 'perm' }, WORKS).expect(200)
}

const PAGES = [
  '/',
  '/lists',
  '/lists?search=works',
  '/lists?search=nothing',
  '/lists/it-crashes',
  '/lists/it-crashes/history',
  '/lists/it-crashes/edit',
  '/lists/it-works/restore/1',
  '/upload',
  '/lists/it-works/history',
  '/lists/it-works/follow',
  '/compare',
  '/compare?list1=it-crashes&list2=%3F',
  '/compare/it-crashes/it-works',
  '/compare/it-works/it-works',
  '/games',
  '/help',
  '/lists/nothing',
]
/** The statuses of pages that are not 200. */
const STATUSES = { '/compare?list1=it-crashes&list2=%3F': 422, '/lists/nothing': 404 }

describeInBrowser('the website in a browser', (open) => {
  it('lists can be read, searched and compared without JavaScript', async ({ app, api }) => {
    await fill(api)
    const { page, complaints } = await open(app, { javaScriptEnabled: false })
    await page.goto('/lists')
    await page.getByLabel('Search').fill('crash')
    await page.getByRole('button', { name: 'Search' }).click()
    await expect.poll(() => new URL(page.url()).search).toBe('?search=crash&mod=&sort=')
    await page.getByRole('link', { name: 'It crashes' }).click()
    await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('It crashes')
    await expect.poll(() => page.getByText('61 on, 10 off, 1 unmanaged').isVisible()).toBe(true)
    await page.getByLabel('Filter mods').fill('mod 1')
    await page.getByRole('button', { name: 'Filter' }).click()
    await expect.poll(() => page.locator('#mods li:visible').count()).toBe(11)
    expect(await page.getByRole('button', { name: 'Copy link' }).isVisible()).toBe(false)

    await page.goto('/lists')
    await page.getByLabel('Compare It crashes').check()
    await page.getByLabel('Compare It works').check()
    await page.getByRole('button', { name: 'Compare', exact: true }).click()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/compare/it-works/it-crashes')
    await page.getByRole('link', { name: 'Swap' }).click()
    await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('It crashes → It works')

    await page.goto('/')
    await page.getByRole('link', { name: 'Compare two lists' }).click()
    await page.getByLabel('First list').fill(`${new URL(page.url()).origin}/lists/it-crashes`)
    await page.getByLabel('Second list').fill('it-works')
    await page.getByRole('button', { name: 'Compare' }).click()
    await expect
      .poll(() => page.getByText('1 mod added; 1 plugin switched on; 1 setting changed').isVisible())
      .toBe(true)

    await page.goto('/lists/it-works')
    await page.getByRole('link', { name: 'History 2' }).click()
    await page.getByLabel('From Revision 2').check()
    await page.getByLabel('To 1.0 (revision 1)').check()
    await page.getByRole('button', { name: 'Compare' }).click()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/compare/it-works@2/it-works@1')

    await page.goto('/compare?list1=it-crashes&list2=%3F')
    await expect.poll(() => page.getByLabel('Second list').getAttribute('aria-invalid')).toBe('true')
    expect(complaints).toEqual([])
  })

  it('no page has a console message, foreign request, layout shift, or cut-off text', async ({ app, api }) => {
    await fill(api)
    await onEachPage(
      (options) => open(app, options),
      PAGES,
      async (page, state) => {
        const shift = await layoutShift(page)
        const cut = await page.evaluate(() => {
          document.documentElement.style.fontSize = '200%'
          return [...document.querySelectorAll<HTMLElement>('main :not(.unseen)')]
            .filter((element) => getComputedStyle(element).overflowX === 'hidden')
            .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
            .map(({ className }) => className)
        })
        expect({ state, shift, cut }).toEqual({ state, shift: 0, cut: [] })
      },
      STATUSES,
    )
  })

  it('filters rows by text and line, and keeps their numbers, and the filter in the address', async ({ app, api }) => {
    await fill(api)
    const { page } = await open(app)
    await page.goto('/lists/it-crashes')
    await page.getByLabel('Filter mods').pressSequentially('mod 1')
    const shown = page.locator('#mods li:visible')
    await expect.poll(() => shown.count()).toBe(11)
    await expect.poll(() => page.getByRole('status').filter({ hasText: '11 of 72 shown' }).isVisible()).toBe(true)
    await page.getByLabel('on', { exact: true }).check()
    await expect.poll(() => shown.count()).toBe(10) // the 14th is off
    expect(await page.locator('#modlist\\.txt-L2').evaluate((row) => (row as HTMLLIElement).value)).toBe(71)
    await expect.poll(() => new URL(page.url()).search).toBe('?q=mod+1&state=on')
    await page.reload()
    await expect.poll(() => shown.count()).toBe(10)
    await page.goto('/lists/it-crashes?q=line+3')
    await expect.poll(() => shown.allTextContents()).toEqual([expect.stringContaining('Mod 2')])
    await page.getByLabel('Filter mods').fill('')
    expect([await shown.count(), new URL(page.url()).search]).toEqual([72, ''])
  })

  it('keeps ticks across pages, says which lists are ticked, and compares them', async ({ app, api }) => {
    await fill(api)
    await list(api, 'Third', { 'modlist.txt': '+A\n' })
    const { page } = await open(app)
    const status = page.locator('.bar [role=status]')
    await page.goto('/lists')
    await page.getByLabel('Compare It crashes').check()
    await page.goto('/lists?search=works')
    await expect.poll(() => status.textContent()).toBe('Ticked: It crashes. Tick one more, on any page.')
    await page.getByLabel('Compare It works').check()
    await page.goto('/lists')
    await page.getByLabel('Compare Third').check()
    await expect
      .poll(() => status.textContent())
      .toBe('Ticked: It crashes, It works, Third. Only two can be compared at a time.')
    await page.getByLabel('Compare Third').uncheck()
    await page.getByRole('button', { name: 'Compare', exact: true }).click()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/compare/it-crashes/it-works')
    await page.goto('/lists')
    await expect.poll(() => status.textContent()).toBe('Tick two lists to compare them.')
    await page.getByLabel('Compare Third').check()
    await page.getByRole('button', { name: 'Untick all' }).click()
    await expect.poll(() => status.textContent()).toBe('Tick two lists to compare them.')
    await page.getByLabel('Search').fill('crash')
    await page.getByRole('button', { name: 'Search' }).click()
    await expect.poll(() => new URL(page.url()).search).toBe('?search=crash')
  })

  it('scrolls to a line by its address, and shows the link of the line under the pointer', async ({ app, api }) => {
    await fill(api)
    const { page } = await open(app, { viewport: { width: 1280, height: 400 } })
    await page.goto('/lists/it-crashes#modlist.txt-L3')
    const row = page.locator('[id="modlist.txt-L3"]')
    await expect.poll(() => row.textContent()).toContain('Mod 2')
    expect(await row.evaluate((row) => row.matches(':target') && row.getBoundingClientRect().top)).toBeLessThan(400)
    const other = page.locator('[id="modlist.txt-L5"]')
    await other.hover()
    await expect.poll(() => other.getByRole('link', { name: 'Link to this line' }).getAttribute('title')).toBe('line 5')
    await other.getByRole('link', { name: 'Link to this line' }).click()
    await expect.poll(() => new URL(page.url()).hash).toBe('#modlist.txt-L5')
  })

  it('reaches the link of a line with the keyboard alone, also in a filtered list', async ({ app, api }) => {
    await fill(api)
    const { page } = await open(app)
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key)
    }
    const target = page.locator(':target')
    await page.goto('/lists/it-crashes')
    await tabTo(page, 'Link to this line: DLC: Dawnguard')
    await press('ArrowDown', 'ArrowDown', 'ArrowUp', 'Control+ArrowDown', 'Enter')
    await expect.poll(() => target.textContent()).toContain('SkyUI')
    // Tab continues from the line with the mod's link, and ArrowUp stops at the first line.
    await press('Tab', 'Tab', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'Enter')
    await expect.poll(() => target.textContent()).toContain('DLC: Dawnguard')

    const filter = page.getByLabel('Filter').first()
    await filter.fill('Mod 333')
    await filter.fill('Mod 33')
    await tabTo(page, 'Link to this line: Mod 33')
    await press('Enter')
    await expect.poll(() => target.textContent()).toContain('Mod 33')
    await filter.fill('#')
    await expect.poll(() => page.locator('#mods li:visible').count()).toBe(0) // the sign of the link is not part of a name
  })

  it('reaches the links of lines after files are opened and closed', async ({ app, api }) => {
    await list(api, 'Notes', { 'a.txt': 'first\n', 'b.txt': 'second\n' })
    const { page } = await open(app)
    await page.goto('/lists/notes')
    const [first, second] = [page.locator('#files summary').first(), page.locator('#files summary').last()]
    await first.press('Enter')
    await tabTo(page, 'Link to this line: first')
    await second.press('Enter')
    await first.press('Enter')
    await tabTo(page, 'Link to this line: second')
  })

  it('hides neither a linked nor a found line behind the sticky filter', async ({ app, api }) => {
    await fill(api)
    for (const width of [320, 1280]) {
      const { page } = await open(app, { viewport: { width, height: 700 } })
      const topOf = (selector: string) =>
        page.evaluate((found) => document.querySelector(found)?.getBoundingClientRect().top, selector)
      await page.goto('/lists/it-crashes#modlist.txt-L40')
      const { bottom } = await page
        .locator('.filter')
        .first()
        .evaluate((filter) => filter.getBoundingClientRect())
      expect(await topOf('[id="modlist.txt-L40"]')).toBeGreaterThan(bottom)

      await page.getByLabel('Filter').first().fill('Mod 1')
      expect(await topOf('#mods')).toBeGreaterThanOrEqual(0) // the first match is above line 40
    }
  })

  it('shows which mods are on, regardless of the direction of their names', async ({ app, api }) => {
    await list(api, 'Names', { 'modlist.txt': '+مود عربي 2.0 (fix)\n-עברית [mod]\n+Sky UI\n' })
    const { page } = await open(app, { viewport: { width: 320, height: 700 } })
    await page.goto('/lists/names')
    const isInside = await page.locator('.rows b, .rows i').evaluateAll((states) =>
      states.map((state) => {
        const [own, row] = [state.getBoundingClientRect(), state.closest('li')?.getBoundingClientRect()]
        return row !== undefined && own.left >= row.left && own.right <= row.right && own.width > 0
      }),
    )
    expect(isInside).toEqual([true, true, true])
  })

  it('copies the link with the keyboard alone, and confirms it', async ({ app, api }) => {
    await fill(api)
    const { page, origin } = await open(app, { permissions: ['clipboard-read', 'clipboard-write'] })
    await page.goto('/compare/it-crashes/it-works')
    await tabTo(page, 'Copy link')
    await page.keyboard.press('Enter')
    await page.getByRole('status').filter({ hasText: 'Copied.' }).waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${origin}/compare/it-crashes/it-works`)
  })

  it('compares two lists with the keyboard alone', async ({ app, api }) => {
    await fill(api)
    const { page } = await open(app)
    await page.goto('/compare')
    await tabTo(page, 'First list')
    await page.keyboard.type('it-crashes')
    await page.keyboard.press('Tab')
    await page.keyboard.type('it-works')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/compare/it-crashes/it-works')
  })

  it('has no estimated heights in a short list, which could shift what follows', async ({ app, api }) => {
    await fill(api)
    const { page } = await open(app, { viewport: { width: 320, height: 800 } })
    for (const tab of ['mods', 'plugins']) {
      await page.goto(`/lists/it-works?tab=${tab}`)
      const estimates = await page
        .locator('.group')
        .evaluateAll((groups) => groups.map((group) => getComputedStyle(group).contentVisibility))
      expect([tab, [...new Set(estimates)]]).toEqual([tab, ['visible']])
    }
  })

  it('reaches everything in the header of a phone with the keyboard', async ({ app }) => {
    for (const width of [320, 390]) {
      const { page } = await open(app, { viewport: { width, height: 800 }, bypassCSP: true })
      await page.goto('/lists')
      const header = page.locator('header')
      expect((await header.boundingBox())?.height).toBeLessThanOrEqual(52)
      await tabTo(page, 'Menu')
      await page.keyboard.press('Enter')
      for (const name of ['Lists', 'Compare', 'Mods', 'Share a list', 'Lists, mods, authors', 'Light or dark']) {
        await tabTo(page, name)
        await expect
          .poll(() => page.evaluate(() => Math.ceil(document.activeElement?.getBoundingClientRect().right ?? 0)))
          .toBeLessThanOrEqual(width)
      }
      await expectAccessible(page, `the open menu, ${width} pixels wide`)
    }
  })

  it('has no layout shift when it confirms a copied link, on a phone', async ({ app, api }) => {
    await fill(api)
    const { page } = await open(app, { viewport: { width: 390, height: 800 }, permissions: ['clipboard-write'] })
    for (const path of ['/lists/it-crashes', '/compare/it-crashes/it-works']) {
      await page.goto(path)
      const topOfParts = () => page.locator('nav.tabs').evaluate((parts) => parts.getBoundingClientRect().top)
      const before = await topOfParts()
      await page.getByRole('button', { name: 'Copy link' }).click()
      await page.getByRole('status').filter({ hasText: 'Copied.' }).waitFor()
      expect([path, await topOfParts()]).toEqual([path, before])
    }
  })

  it('keeps the chosen colours, without a flash of the others', async ({ app, api }) => {
    await fill(api)
    const { page } = await open(app, { colorScheme: 'light' })
    await page.goto('/games')
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    const light = await ground()
    await page.getByRole('button', { name: 'Light or dark' }).click()
    const dark = await ground()
    expect(dark).not.toBe(light)
    // Runs as soon as the body exists, before anything is painted.
    await page.addInitScript(() => {
      new MutationObserver((_, observer) => {
        if (document.body === null) return
        observer.disconnect()
        document.documentElement.dataset.first = document.documentElement.dataset.theme ?? 'none'
      }).observe(document, { childList: true, subtree: true })
    })
    await page.goto('/games')
    expect(await page.evaluate(() => document.documentElement.dataset.first)).toBe('dark')
    expect(await ground()).toBe(dark)
    expect(await page.context().cookies()).toEqual([])
  })

  it('is printed dark on light, regardless of the chosen colours', async ({ app, api }) => {
    await fill(api)
    const { page } = await open(app, { colorScheme: 'light' })
    await page.goto('/lists/it-works')
    const ink = () => page.evaluate(() => getComputedStyle(document.body).color)
    const light = await ink()
    await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'))
    expect(await ink()).not.toBe(light)
    await page.emulateMedia({ media: 'print' })
    expect(await ink()).toBe(light)
  })

  it("shows times in the reader's time zone", async ({ app, api }) => {
    await fill(api)
    const { page } = await open(app, { timezoneId: 'Asia/Tokyo', locale: 'en-GB' })
    await page.goto('/lists/it-works')
    const time = page.locator('.facts time').first()
    await expect.poll(() => time.textContent()).toBe('20 Nov 2026, 17:30')
    await expect.poll(() => time.getAttribute('datetime')).toBe('2026-11-20T08:30:00.123000Z')
  })

  it('collapses a diff of 8,000 changed lines until it is opened', async ({ app, api }) => {
    await list(api, 'One', { 'modlist.txt': mods(4_000, 'Old'), 'a.txt': 'x\n' })
    await list(api, 'Two', { 'modlist.txt': mods(4_000, 'New'), 'a.txt': 'y\n' })
    const { page, complaints } = await open(app)
    await page.goto('/compare/one/two?tab=files')
    const line = page.getByText('+New 17', { exact: false }).last()
    expect(await line.isVisible()).toBe(false)
    await page.getByText('+4000 −4000 lines').click()
    await expect.poll(() => line.isVisible()).toBe(true)
    expect(complaints).toEqual([])
  })

  it('runs no hostile text, sends no request for it, and breaks long lines', async ({ app, api }) => {
    const other = { 'modlist.txt': '+A\n', 'plugins.txt': '*A\n', 'a.ini': 'a=b\n' }
    await list(api, 'Other', other)
    const paths = ['/', '/lists']
    const statuses: Record<string, number> = {}
    for (const text of HOSTILE) {
      const line = text === LONG ? 'x'.repeat(10_000) : text
      const files = {
        'modlist.txt': `+${line}\n${text}_separator\n`,
        'plugins.txt': `*${line}\n`,
        'a.ini': `[${line}]\n${line}=${line}\n`,
        [`${text.replaceAll('/', '_').slice(0, 200)}.txt`]: line,
      }
      const { body } = await list(api, text, files, { description: line, version: text.slice(0, 32) })
      const { slug } = body.data
      paths.push(`/lists/${slug}`, `/compare/${slug}/other`, `/compare/other/${slug}`)
      const chooser = `/compare?list1=${encodeURIComponent(text)}`
      paths.push(`/lists?search=${encodeURIComponent(text)}`, chooser)
      statuses[chooser] = 422
    }
    await onEachPage(
      (options) => open(app, options),
      paths,
      async (page, state) => {
        expect([state, await overflowOf(page)]).toEqual([state, 0])
      },
      statuses,
    )
  })
})
