import { expect } from 'vitest'
import { moderate } from '../../../src/moderation/actions/service.ts'
import { changeModerator } from '../../../src/moderation/suspensions/service.ts'
import { joinAs } from '../../support/accounts/people.ts'
import { it, type TestFixtures } from '../../support/it.ts'
import { fillList } from '../../support/requests/forms.ts'
import { describeInBrowser, expectAccessible } from '../../support/website/browser.ts'

const LONG = 'W'.repeat(120)

/** A reported list with an author, a hidden anonymous list and its key, and the cookies of a moderator. */
async function fill({ api, catalog, signIn }: Pick<TestFixtures, 'api' | 'catalog' | 'signIn'>) {
  const token = await signIn('Author')
  const context = { ...catalog, deadline: undefined }
  await fillList(
    api.post('/v1/lists').set('Authorization', `Bearer ${token}`),
    { name: LONG, expires: 'perm' },
    { 'modlist.txt': `+${LONG}${LONG}\n` },
  ).expect(201)
  const { body } = await api.get('/v1/lists').expect(200)
  const slug = String(body.data[0].slug)
  const report = { reason: 'other', text: LONG, contact: LONG }
  const { body: filed } = await api.post(`/v1/lists/${slug}/reports`).send(report).expect(202)
  const { headers } = await fillList(api.post('/v1/lists'), { name: 'Anonymous', expires: 'perm' }).expect(201)
  await moderate(context, null, 'anonymous', { action: 'hide', reason: `It has an address. ${LONG}` })
  const { browser } = await joinAs(api, 'Mo')
  await changeModerator(context, 'Mo', true)
  await fillList(api.post('/v1/lists'), { name: 'Taken', expires: 'perm' }).expect(201)
  const { id: authorId } = await catalog.db.user.findFirstOrThrow({ where: { name: 'Mo' } })
  await catalog.db.list.updateMany({ where: { slug: 'taken' }, data: { authorId } })
  await moderate(context, null, 'taken', { action: 'hide', reason: `It has an address. ${LONG}` })
  return { slug, report: String(filed.data.id), key: String(headers['owner-key']), jar: browser.jar }
}

describeInBrowser('moderation in a browser', (open) => {
  it('has no axe violations and no horizontal scrolling, light and dark, narrow and wide', async ({
    app,
    api,
    catalog,
    signIn,
  }) => {
    const { slug, report, jar, key } = await fill({ api, catalog, signIn })
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const paths = [
      '/moderation',
      '/moderation/log',
      `/moderation/lists/${slug}`,
      `/lists/${slug}/report`,
      `/reports/${report}`,
      '/account',
      '/lists/taken/edit',
      '/lists/anonymous/edit',
    ]
    for (const width of [320, 1280]) {
      const { page, complaints } = await open(app, {
        viewport: { width, height: 800 },
        bypassCSP: true,
        extraHTTPHeaders: { Cookie: cookie },
      })
      const check = (state: string) => expectAccessible(page, `${state}, ${width} pixels wide`)
      for (const path of paths) {
        const answer = await page.goto(path)
        const status = path === '/lists/taken/edit' ? 403 : path.endsWith('/edit') ? 404 : 200
        expect([path, answer?.status()]).toEqual([path, status])
        await check(path)
      }
      await page.goto(`/lists/${slug}/report`)
      await page.getByRole('button', { name: 'Send report' }).click()
      await page.getByText('The reason field is required.').first().waitFor()
      await check('the errors of a report')
      await page.goto('/lists/anonymous/edit')
      // The last page asks for the owner key, and then says why the list is hidden.
      await page.getByLabel('Owner key').fill(key)
      await page.getByRole('button', { name: 'Check' }).click()
      await page.getByText('It has an address.').waitFor()
      await check('the statement of reasons')
      expect(complaints.filter((complaint) => !/status of 4(0[34]|22)/.test(complaint))).toEqual([])
    }
  })
})
