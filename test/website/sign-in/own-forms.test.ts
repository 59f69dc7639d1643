import { expect } from 'vitest'
import { ORIGIN } from '../../support/accounts/people.ts'
import { it } from '../../support/it.ts'
import { moderatorBrowser } from '../../support/moderation.ts'
import { OWN } from '../../support/requests/browser-forms.ts'
import { fillList } from '../../support/requests/forms.ts'
import { BROWSER, textOf } from '../../support/website/pages.ts'

const PAGES = [
  '/',
  '/upload',
  '/lists/my-list',
  '/lists/my-list/edit',
  '/lists/other',
  '/lists/other/edit',
  '/lists/other/report',
  '/compare/my-list/other',
  '/account?tab=security',
  '/account/tokens',
  '/device',
  '/moderation',
  '/sign-in/name',
  '/sign-in/recover',
]

/** The paths that the POST forms of a page are sent to. */
const formsOf = (html: string): string[] =>
  [...html.matchAll(/<form\b[^>]*>/g)].flatMap(([form]) => {
    const [, action = ''] = /\baction="([^"]*)"/.exec(form) ?? []
    return /\bmethod="post"/i.test(form) ? [textOf(action)] : []
  })

/** The Origin that browsers send with a form of a page with this referrer policy, by the Fetch standard. */
const originOf = (policy: string) => (policy === 'no-referrer' ? 'null' : ORIGIN)

it('no form of a page is refused as one of another site if the browser says by Origin alone where it comes from', async ({
  api,
  catalog,
}) => {
  const browser = await moderatorBrowser({ api, catalog })
  const { headers } = await fillList(api.post('/v1/lists'), { name: 'My List' }).expect(201)
  await fillList(api.post('/v1/lists'), { name: 'Other' }).expect(201)
  const claim = { slug: 'my-list', owner_key: String(headers['owner-key']) }
  expect((await browser.submit('/account/claim', claim, { ...OWN, Accept: 'application/json' })).status).toBe(200)

  const forms = new Map<string, Set<string>>()
  for (const path of PAGES) {
    const { status, text, headers } = await browser.open(path)
    expect([path, status]).toEqual([path, 200])
    const origin = originOf(String(headers['referrer-policy']))
    for (const action of formsOf(text)) forms.set(action, (forms.get(action) ?? new Set()).add(origin))
  }
  const isForeign = async (action: string, Origin: string) =>
    (await browser.submit(action, {}, { Accept: BROWSER, Origin })).text.includes('was not sent from this website')

  // Signing out comes last: the other forms are those of a session.
  const actions = [...forms.keys()].sort((a, b) => Number(a === '/sign-out') - Number(b === '/sign-out'))
  const guarded: string[] = []
  for (const action of actions) if (await isForeign(action, 'null')) guarded.push(action)
  expect(guarded).toEqual(expect.arrayContaining(['/upload', '/lists/my-list/edit', '/account/delete', '/sign-out']))
  for (const action of guarded) {
    for (const origin of forms.get(action) ?? []) {
      expect([action, origin, await isForeign(action, origin)]).toEqual([action, origin, false])
    }
  }
})
