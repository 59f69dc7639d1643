import type { Page } from 'playwright-core'
import { expect, vi } from 'vitest'
import { it } from '../../support/it.ts'
import { fillList } from '../../support/requests/forms.ts'
import { describeInBrowser } from '../../support/website/browser.ts'
import { fillUpload } from '../../support/website/choosing-files.ts'
import { serveAtLocalhost, signInAs } from '../../support/website/signed-in.ts'

vi.setConfig({ testTimeout: 180_000 })

const HOSTILE = '<img src=x onerror=alert(1)>'

/** Shares a list with the form, as a new visitor does. */
async function share(page: Page, name: string, isUnlisted: boolean) {
  await page.goto('/upload')
  await fillUpload(page, name, '+A\n')
  if (isUnlisted) await page.getByLabel('Private').check()
  await page.getByRole('button', { name: 'Upload' }).click()
  await page.waitForURL(/\/lists\/.+/)
  return new URL(page.url()).pathname
}

const own = (page: Page) => page.getByRole('region', { name: 'Your lists' })

describeInBrowser('"Your lists" on the home page', (open) => {
  it('has what this browser shared, unlisted ones too, and nothing in another browser', async ({ app, clock, db }) => {
    const { page, complaints } = await open(app)
    await page.goto('/')
    expect(await own(page).isVisible()).toBe(false)
    const unlisted = await share(page, HOSTILE, true)
    clock.advance(1_000)
    await share(page, 'Public one', false)

    await page.goto('/')
    await own(page).waitFor()
    await expect
      .poll(() => own(page).getByRole('heading', { level: 3 }).allTextContents())
      .toEqual(['Public one', HOSTILE])
    await expect.poll(() => own(page).getByText('unlisted', { exact: true }).count()).toBe(1)
    await own(page).getByRole('link', { name: HOSTILE }).click()
    await expect.poll(() => new URL(page.url()).pathname).toBe(unlisted)
    await page.goto('/lists/nothing')
    await own(page).waitFor()
    await expect
      .poll(() => own(page).getByRole('heading', { level: 3 }).allTextContents())
      .toEqual(['Public one', HOSTILE])
    await page.getByLabel('Search lists').fill('public')
    await page.getByRole('button', { name: 'Search' }).click()
    await expect.poll(() => page.getByRole('heading', { level: 2 }).allTextContents()).toEqual(['Public one'])
    expect(complaints).toEqual([])

    const other = await open(app)
    await other.page.goto('/')
    await other.page.getByRole('heading', { name: 'Public one' }).waitFor()
    expect(await own(other.page).isVisible()).toBe(false)
    expect(await other.page.content()).not.toContain('onerror')

    await db.list.deleteMany()
    await page.goto('/', { waitUntil: 'networkidle' })
    expect(await own(page).isVisible()).toBe(false)
  })

  it('shows the older lists of this browser too, in parts, and passes over those that are gone', async ({
    app,
    api,
    clock,
    db,
  }) => {
    const { page } = await open(app)
    await page.goto('/help')
    for (let number = 0; number < 65; number++) {
      const { body, headers } = await fillList(api.post('/v1/lists'), { name: `List ${number}` }).expect(201)
      clock.advance(1_000)
      const { slug, created } = body.data
      const kept = [`owner-key ${slug} ${created}`, String(headers['owner-key'])] as const
      await page.evaluate(([name, key]) => localStorage.setItem(name, key), kept)
    }
    await db.list.deleteMany({ where: { name: { in: Array.from({ length: 23 }, (_, at) => `List ${at + 40}`) } } })
    const names = () => own(page).getByRole('heading', { level: 3 }).allTextContents()
    const numbered = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, at) => `List ${from - at}`)

    await page.goto('/')
    await own(page).waitFor()
    expect(await names()).toEqual([...numbered(64, 63), ...numbered(39, 5)])
    const more = own(page).getByRole('button', { name: 'Show more' })
    await more.focus()
    await page.keyboard.press('Enter')
    await own(page).getByRole('link', { name: 'List 0' }).waitFor()
    expect(await names()).toEqual([...numbered(64, 63), ...numbered(39, 0)])
    expect(await more.count()).toBe(0)
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('List 4')

    await page.goto('/compare?list1=list-64')
    await page.getByLabel('Second list').fill('list 0')
    await expect
      .poll(() => page.getByRole('option', { name: 'list-0, yours' }).first().textContent())
      .toContain('List 0')
  })

  it('has the lists of the signed-in account', async ({ api, catalog, db }) => {
    const { page } = await open(await serveAtLocalhost(catalog))
    await signInAs(page, catalog, 'Ann')
    const fields = { name: 'Mine', version: '1.2', private: '1' }
    await fillList(api.post('/v1/lists'), fields).expect(201)
    const { id: authorId } = await db.user.findFirstOrThrow({ where: { name: 'Ann' } })
    await db.list.updateMany({ data: { authorId } })
    await fillList(api.post('/v1/lists'), { name: 'Of nobody' }).expect(201)
    await page.goto('/')
    await own(page).waitFor()
    await expect.poll(() => own(page).getByRole('heading', { level: 3 }).allTextContents()).toEqual(['Mine 1.2'])
    await expect.poll(() => own(page).getByText('unlisted', { exact: true }).count()).toBe(1)
    await own(page).getByRole('link', { name: 'All lists of your account' }).click()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/account')
  })
})
