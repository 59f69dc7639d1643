import type { FastifyInstance } from 'fastify'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { it } from '../../support/it.ts'
import { fillList } from '../../support/requests/forms.ts'
import { documentOf } from '../../support/requests/openapi/conformance.ts'
import { describeInBrowser } from '../../support/website/browser.ts'

/** Reports whether a complaint is an error. Data URLs and messages on the console below errors are expected. */
const isError = (complaint: string) => !/^(request: data:|(warning|info|log|debug):)/.test(complaint)

/** Opens the panel of an operation. */
async function openOperation(page: Page, id: string) {
  const operation = page.locator(`.opblock[id$="-${id}"]`)
  await operation.locator('.opblock-summary').first().click()
  await operation.locator('button.execute').waitFor()
  return operation
}

describeInBrowser('the reference page in a browser', (open) => {
  /** Opens the reference page. Returns the page, and a function that returns its errors and unexpected requests. */
  async function openReference(app: FastifyInstance) {
    const { page, complaints } = await open(app, { viewport: { width: 1200, height: 1600 } })
    await page.goto('/docs')
    await page.waitForSelector('.opblock')
    return { page, errors: () => complaints.filter(isError) }
  }

  it("the page of the API has the site's header, and is dark if the browser prefers it and the reader did not choose light", async ({
    app,
  }) => {
    const { page } = await openReference(app)
    const colour = () =>
      page
        .locator('.swagger-ui .opblock-tag')
        .first()
        .evaluate((tag) => getComputedStyle(tag).color)
    const light = await colour()
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.reload()
    await expect.poll(colour).not.toBe(light)
    await page.evaluate(() => localStorage.setItem('theme', 'light'))
    await page.reload()
    await expect.poll(colour).toBe(light)
    await page.getByRole('button', { name: 'Light or dark' }).click()
    await expect.poll(colour).not.toBe(light)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Lists' }).click()
    await page.waitForURL((url) => url.pathname === '/lists')
  })

  it('the reference page opens without errors or requests to other hosts, and lists every route', async ({ app }) => {
    const { page, errors } = await openReference(app)

    const shown = await page.locator('.opblock').evaluateAll((blocks) =>
      blocks.map((block) => {
        const text = (part: string) => block.querySelector(part)?.textContent?.replaceAll('\u200b', '') ?? ''
        return `${text('.opblock-summary-method').toLowerCase()} ${text('.opblock-summary-path')}`
      }),
    )
    const routes = Object.entries(documentOf(app).paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method} ${path}`),
    )
    expect(shown.sort()).toEqual(routes.sort())
    expect(errors()).toEqual([])
  })

  it('the reference page can try out GET /v1/games', async ({ app }) => {
    const { page, errors } = await openReference(app)
    const games = await openOperation(page, 'listGames')
    await games.locator('button.execute').click()

    const answer = games.locator('.live-responses-table')
    await answer.waitFor()
    expect(await answer.locator('tbody .response-col_status').first().textContent()).toContain('200')
    expect(await answer.locator('.highlight-code').first().textContent()).toContain('TESV Skyrim SE')
    expect(errors()).toEqual([])
  })

  it('the reference page can try out a request with parameters, and an upload of files', async ({ app, api, db }) => {
    await fillList(api.post('/v1/lists'), { name: 'Shown' }).expect(201)
    const { page, errors } = await openReference(app)

    const lists = await openOperation(page, 'listLists')
    await lists.locator('tr[data-param-name="filter[game]"] input').fill('tesv skyrim se')
    await lists.locator('button.execute').click()
    await lists.locator('.live-responses-table').waitFor()
    expect(await lists.locator('.live-responses-table .highlight-code').first().textContent()).toContain('Shown')

    const create = await openOperation(page, 'createList')
    const field = (name: string) => create.locator(`tr[data-property-name="${name}"]`)
    await field('name').locator('input').first().fill('Tried out')
    await field('game').locator('input').first().fill('4')
    await field('description').locator('input').first().fill('From the page')
    const file = { name: 'modlist.txt', mimeType: 'text/plain', buffer: Buffer.from('+Sky UI\r\n') }
    await field('files[]').locator('input[type=file]').setInputFiles(file)
    await create.locator('button.execute').click()
    await create.locator('.live-responses-table').waitFor()

    expect(await create.locator('.live-responses-table tbody .response-col_status').first().textContent()).toContain(
      '201',
    )
    const list = await db.list.findFirstOrThrow({
      where: { slug: { startsWith: 'tried-out-' } },
      include: { files: { include: { file: true } } },
    })
    expect(list.files.map((each) => each.file.cleanName)).toEqual(['modlist.txt'])
    expect(errors()).toEqual([])
  })
})
