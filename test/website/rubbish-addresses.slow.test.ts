import { expect, vi } from 'vitest'
import { uploadBy } from '../support/accounts/people.ts'
import { it } from '../support/indexing.ts'
import { moderatorBrowser } from '../support/moderation.ts'
import { cookieHeader } from '../support/requests/browser-forms.ts'
import { makeLists } from '../support/requests/forms.ts'
import { appWithRoutes, pathOf } from '../support/requests/openapi/routes.ts'
import { BROWSER, textOf } from '../support/website/pages.ts'

vi.setConfig({ testTimeout: 300_000 })

/** Names of parameters that pages have. All are tried on every page. */
const NAMES = [
  ...['tab', 'q', 'sort', 'take', 'all', 'page', 'state', 'kind', 'off', 'search', 'game', 'author', 'mod', 'plugin'],
  ...['list', 'list1', 'list2', 'part', 'answers', 'keep', 'url', 'format', 'maxwidth', 'user_code', 'return_to'],
  ...['unchanged', '__proto__'],
]

/** Query strings with a rubbish value of a parameter. */
const RUBBISH = ['=x', '=a&N=b', '[]=a&N[b]=c', '=-1', `=${'x'.repeat(400)}`, '=%00', '=%ED%A0%80', '=%ff', '=%', '']

/** Values for the parameters in the paths of routes. */
const THERE: Record<string, string> = {
  ...{ slug: 'one', slug1: 'one', slug2: 'two', revision: '1', game: '4', name: 'A', part: '1.xml', file: 'x' },
}

it('no page answers rubbish in its query string or path with an error of the server, or with an empty page', async ({
  api,
  catalog,
  indexMods,
}) => {
  await makeLists(api, { One: { 'modlist.txt': '+A\n+B\n-C\n' }, Two: { 'modlist.txt': '+A\n-B\n-D\n' } })
  const browser = await moderatorBrowser({ api, catalog })
  await uploadBy(api, browser, { name: 'Mine' }).expect(303)
  await indexMods()
  const { app, registered } = await appWithRoutes(catalog)
  const pages = registered.filter(({ method, schema, url }) => method === 'GET' && schema?.hide === true && url !== '*')
  expect(pages.length).toBeGreaterThan(40)

  const problems: string[] = []
  const look = async (url: string, cookie = '') => {
    const { statusCode, headers, body } = await app.inject({ url, headers: { accept: BROWSER, cookie } })
    const isPage = String(headers['content-type']).startsWith('text/html')
    const words = isPage ? textOf(/<main[^>]*>(.*)<\/main>/s.exec(body)?.[1] ?? body) : body
    const isRedirect = statusCode === 303 || statusCode === 302
    if (statusCode === 500 || (words.length < 2 && !isRedirect)) {
      problems.push(`${url.slice(0, 80)}: ${statusCode} ${words.slice(0, 80)}`)
    }
  }
  const cookie = cookieHeader(browser.jar)
  for (const { url } of pages) {
    const path = pathOf({ method: 'GET', url }, (name) => THERE[name] ?? 'x')
    for (const rubbish of RUBBISH) {
      const all = NAMES.map((name) => name + rubbish.replaceAll('N', name)).join('&')
      await look(`${path}?${all}`, cookie)
    }
    for (const name of NAMES) await look(`${path}?${name}=%00`, cookie)
    await look(`${path}?page=${'x'.repeat(10_000)}`, cookie)
    if (!/:/.test(url)) continue
    for (const value of [
      '%00',
      '%ff',
      '%ED%A0%80',
      '%',
      '%2e%2e',
      '%2F',
      'x'.repeat(10_000),
      '@',
      'one@',
      'one@0',
      '0',
    ]) {
      await look(
        pathOf({ method: 'GET', url }, () => value),
        cookie,
      )
    }
  }
  expect(problems).toEqual([])
})
