import { expect } from 'vitest'
import { it } from '../../../support/it.ts'
import { moderatorBrowser, publish } from '../../../support/moderation.ts'
import { cookieHeader } from '../../../support/requests/browser-forms.ts'
import { describeInBrowser, expectAccessible, WIDTHS, windowOf } from '../../../support/website/browser.ts'

const LONG = 'W'.repeat(120)

describeInBrowser('moderation', (open) => {
  it.for(WIDTHS)(
    'a visitor reports a list, a moderator hides it, and its owner sees why, %i pixels wide',
    async (width, { app, api, catalog, db }) => {
      const { headers } = await publish(api, { name: 'Bad list' }, { 'modlist.txt': `+${LONG}${LONG}\n` })
      const { jar } = await moderatorBrowser({ api, catalog })

      const visitor = await open(app, windowOf(width))
      await visitor.page.goto('/lists/bad-list')
      await visitor.page.locator('summary', { hasText: 'More…' }).click()
      await visitor.page.getByRole('link', { name: 'Report this list' }).click()
      await visitor.page.getByRole('button', { name: 'Send report' }).click()
      await visitor.page.getByText('The reason field is required.').first().waitFor()
      expect(await db.report.count()).toBe(0)
      await expectAccessible(visitor.page, 'the errors of a report')
      await visitor.page.getByLabel('Reason').selectOption('other')
      await visitor.page.getByLabel('What is wrong').fill(`It has my address. ${LONG}`)
      await visitor.page.getByRole('button', { name: 'Send report' }).click()
      await visitor.page.getByRole('heading', { name: 'Your report' }).waitFor()
      await expectAccessible(visitor.page, 'the report')

      const { page } = await open(app, { ...windowOf(width), extraHTTPHeaders: { Cookie: cookieHeader(jar) } })
      await page.goto('/moderation')
      await page.getByText('1 open case').waitFor()
      await expectAccessible(page, 'the cases')
      await page.getByRole('link', { name: 'Bad list' }).click()
      await page.getByText('It has my address.').waitFor()
      await expectAccessible(page, 'the case')
      await page.getByLabel('Reason').fill('It has an address')
      // The page that follows has no cookie: a browser sends extra headers with the first request alone.
      const answered = page.waitForResponse((response) => response.request().method() === 'POST')
      await page.getByRole('button', { name: 'Hide list' }).click()
      expect((await answered).headers()).toMatchObject({ location: '/moderation' })
      await page.goto('/moderation/log')
      await page.getByText('It has an address').waitFor()
      await expectAccessible(page, 'the log')
      expect((await visitor.page.goto('/lists/bad-list'))?.status()).toBe(404)

      await visitor.page.goto('/lists/bad-list/edit')
      await visitor.page.getByLabel('Key for editing').fill(String(headers['owner-key']))
      await visitor.page.getByRole('button', { name: 'Check' }).click()
      await visitor.page.getByText('It has an address').waitFor()
      await expectAccessible(visitor.page, 'the reason for the owner')
    },
  )
})
