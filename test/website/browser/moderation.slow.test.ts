import { expect } from 'vitest'
import { it, type TestFixtures } from '../../support/it.ts'
import { hide, moderatorBrowser, publish } from '../../support/moderation.ts'
import { cookieHeader } from '../../support/requests/browser-forms.ts'
import { fillList } from '../../support/requests/forms.ts'
import { describeInBrowser, expectAccessible, onEachPage } from '../../support/website/browser.ts'

const LONG = 'W'.repeat(120)
const WHY = `It has an address. ${LONG}`

/** A reported list with an author, a hidden anonymous list and its key, and the cookies of a moderator. */
async function fill({ api, catalog, signIn }: Pick<TestFixtures, 'api' | 'catalog' | 'signIn'>) {
  const { body: list } = await fillList(
    api.post('/v1/lists').auth(await signIn('Author'), { type: 'bearer' }),
    { name: LONG, expires: 'perm' },
    { 'modlist.txt': `+${LONG}${LONG}\n` },
  ).expect(201)
  const slug = String(list.data.slug)
  const report = { reason: 'other', text: LONG, contact: LONG }
  const { body: filed } = await api.post(`/v1/lists/${slug}/reports`).send(report).expect(202)
  const { headers } = await publish(api, { name: 'Anonymous' })
  await hide(catalog, 'anonymous', WHY)
  const { jar } = await moderatorBrowser({ api, catalog })
  await publish(api, { name: 'Taken' })
  const { id: authorId } = await catalog.db.user.findFirstOrThrow({ where: { name: 'Mo' } })
  await catalog.db.list.updateMany({ where: { slug: 'taken' }, data: { authorId } })
  await hide(catalog, 'taken', WHY)
  return { slug, report: String(filed.data.id), key: String(headers['owner-key']), cookie: cookieHeader(jar) }
}

describeInBrowser('moderation in a browser', (open) => {
  it('moderation pages have no axe violations or sideways scrolling', async ({ app, api, catalog, signIn }) => {
    const { slug, report, cookie, key } = await fill({ api, catalog, signIn })
    const headings: Record<string, string> = {
      '/moderation': 'Moderation',
      '/moderation/log': 'Moderation log',
      [`/moderation/lists/${slug}`]: LONG,
      [`/reports/${report}`]: 'Your report',
      '/account': 'Mo',
      '/lists/taken/edit': 'Taken',
      [`/lists/${slug}/report`]: `Report ${LONG}`,
      '/lists/anonymous/edit': 'Not found',
    }
    const options = { bypassCSP: true, extraHTTPHeaders: { Cookie: cookie } }
    await onEachPage(
      (varied) => open(app, { ...varied, ...options }),
      Object.keys(headings),
      async (page, state) => {
        const path = new URL(page.url()).pathname
        expect([path, await page.getByRole('heading', { level: 1 }).textContent()]).toEqual([path, headings[path]])
        await expectAccessible(page, state)
        if (path === `/lists/${slug}/report`) {
          await page.getByRole('button', { name: 'Send report' }).click()
          await page.getByText('The reason field is required.').first().waitFor()
          await expectAccessible(page, `the errors of ${state}`)
        }
        if (path === '/lists/anonymous/edit') {
          // This page asks for the owner key, and then says why the list is hidden.
          await page.getByLabel('Key for editing').fill(key)
          await page.getByRole('button', { name: 'Check' }).click()
          await page.getByText('It has an address.').waitFor()
          await expectAccessible(page, `the statement of reasons, ${state}`)
        }
      },
      { '/lists/taken/edit': 403, '/lists/anonymous/edit': 404 },
    )
  })
})
