import { isDeepStrictEqual } from 'node:util'
import { expect, vi } from 'vitest'
import { addGame } from '../../src/games/service.ts'
import { moderate } from '../../src/moderation/actions/service.ts'
import { changeModerator } from '../../src/moderation/operator-service.ts'
import { joinAs } from '../support/accounts/people.ts'
import { clearDatabase } from '../support/database/clear.ts'
import { it } from '../support/indexing.ts'
import type { TestFixtures } from '../support/it.ts'
import { cookieHeader, OWN } from '../support/requests/browser-forms.ts'
import { appWithRoutes, pathOf } from '../support/requests/openapi/routes.ts'
import { FORM_TYPE, formBody, type Part } from '../support/requests/parts.ts'
import { BROWSER, textOf } from '../support/website/pages.ts'

vi.setConfig({ testTimeout: 180_000 })

/** Texts that would change a page if one place showed them as HTML. */
const HOSTILE = [`"'><img src=x onerror=alert(1)>`, '<svg/onload=a></title></a></p>', '&lt;b>&amp;quot;<!-- -->&#60;i>']

/** Returns a text of the same length that HTML has no use for. */
const harmlessAs = (text: string) => text.replaceAll(/[^\w /]/g, 'Q')

const TAG = /<!DOCTYPE html>|<\?xml [^>]*\?>|<\/?[a-z][a-z0-9]*((?: [\w:-]+(?:="[^"]*")?)*) ?\/?>/g

/**
 * Returns the tags of a page with the names of their attributes, and how often its text has these words. Which option of
 * a sorted list is selected depends on its name.
 */
const shownOn = (html: string, words: string) => {
  const rest = html.replaceAll(TAG, ' ')
  return {
    tags: [...html.matchAll(TAG)].map(([tag]) => tag.replaceAll(/="[^"]*"| selected/g, '')),
    hasMore: rest.includes('<'),
    shown: textOf(rest).replaceAll(' ', '').split(words.replaceAll(' ', '')).length - 1,
  }
}

/** Uploads a list of the browser's user, with a file of any name, and returns its slug. */
async function upload(
  { api, catalog }: Pick<TestFixtures, 'api' | 'catalog'>,
  cookie: string,
  fields: object,
  files: Part[],
) {
  const parts = Object.entries(fields).map(([name, value]): Part => [`name="${name}"`, String(value)])
  const answer = await api
    .post('/upload')
    .set({ ...OWN, Cookie: cookie, 'Content-Type': FORM_TYPE })
    .redirects(0)
    .send(formBody([...parts, ...files]))
  expect([answer.status, textOf(answer.text)]).toEqual([303, expect.anything()])
  const list = await catalog.db.list.findFirstOrThrow({ orderBy: { id: 'desc' } })
  return list.slug
}

const file = (name: string, content: string): Part => [
  `name="files[]"; filename*=UTF-8''${encodeURIComponent(name).replaceAll("'", '%27')}`,
  content,
]

/** Fills the catalog with this text in every place that strangers write, and returns all pages that show it. */
async function fill(fixtures: Pick<TestFixtures, 'api' | 'catalog'>, indexMods: () => Promise<void>, text: string) {
  const { api, catalog } = fixtures
  const { browser } = await joinAs(api, 'Ann')
  await catalog.db.user.update({ where: { nameKey: 'ann' }, data: { name: text, nameKey: text.toLowerCase() } })
  await changeModerator(catalog, text, true)
  const game = await addGame(catalog, { name: text })
  const cookie = cookieHeader(browser.jar)
  const fields = { name: text, game, description: text, version: text, note: text, expires: 'perm' }
  const filesOf = (state: string): Part[] => [
    file('modlist.txt', `${state}${text}\n+Zed\n+${text}_separator\n`),
    file(
      'mods.csv',
      `#Mod_Name,#Mod_Version\n"${text.replaceAll('"', '""')}","${state}${text.replaceAll('"', '""')}"\n`,
    ),
    file('plugins.txt', `${state === '+' ? '*' : ''}${text}\n*Zed.esp\n`),
    file('x.ini', `[${text}]\n${text.slice(0, 5)}=${state}${text}\n`),
    file(`${text.replaceAll('/', '')}.txt`, `${state}${text}\n`),
  ]
  const one = await upload(fixtures, cookie, fields, filesOf('+'))
  const two = await upload(fixtures, cookie, fields, filesOf('-'))
  const hidden = await upload(fixtures, cookie, fields, filesOf('-'))
  const edit = Object.entries({ ...fields, note: `${text} 2` }).map(
    ([name, value]): Part => [`name="${name}"`, String(value)],
  )
  await api
    .post(`/lists/${one}/edit`)
    .set({ ...OWN, Cookie: cookie, 'Content-Type': FORM_TYPE })
    .send(formBody([...edit, file('modlist.txt', `+${text}\n+Zed\n+New\n`)]))
    .expect(303)
  await api.post(`/v1/lists/${two}/reports`).send({ reason: 'other', text, contact: 'a@example.com' }).expect(202)
  await moderate(catalog, null, hidden, { action: 'hide', reason: text })
  await browser.submit('/account/tokens', { label: text, 'abilities[]': 'read', lifetime: '30d' })
  await indexMods()
  const report = await catalog.db.report.findFirstOrThrow()
  const coded = encodeURIComponent(text)
  const values = {
    slug: one,
    slug1: one,
    slug2: two,
    revision: '1',
    game: coded,
    name: coded,
    part: '1',
    id: report.id,
  }
  return { cookie, coded, one, two, hidden, values }
}

type Filled = Awaited<ReturnType<typeof fill>>

/** Returns the states of pages with this text, and further texts for other programs. */
const statesOf = ({ one, two, hidden, coded }: Filled) => [
  ...['mods', 'plugins', 'settings', 'files', coded].map((tab) => `/lists/${one}?tab=${tab}`),
  ...[`/lists/${one}@1`, `/lists/${one}?q=${coded}`, `/lists/${one}?state=${coded}`, `/lists/${hidden}/edit`],
  ...['mods', 'plugins', 'settings', 'order', 'files', coded].map((tab) => `/compare/${one}/${two}?tab=${tab}`),
  ...[`/compare/${one}/${two}?take=m*.p*.s*`, `/compare/${one}/${two}/take-over?take=m*.p*.s*`],
  ...[`/compare/${one}/${two}?q=${coded}`, `/compare/${one}/${two}?kind=${coded}`, `/compare/${one}@1/${one}`],
  ...[`/compare/${two}/${one}/culprit?answers=1`, `/compare?list1=${coded}`, `/compare?list1=${one}`],
  ...['search', 'mod', 'plugin', 'author', 'game', 'sort', 'page'].map((name) => `/lists?${name}=${coded}`),
  ...[`/games/${coded}?search=${coded}`, `/games/${coded}?kind=plugin`, `/games/${coded}?kind=${coded}`],
  ...[`/games/${coded}/plugins/${coded}`, `/authors/${coded}?page=${coded}`, `/moderation/lists/${hidden}`],
  ...['/account?tab=tokens', '/account?tab=security', `/account?tab=${coded}`, `/sign-in?return_to=${coded}`],
  ...['/v1/lists.atom', `/v1/lists/${one}/changelog.atom`, `/lists/nothing-${coded}`],
]

it('no page changes its structure with what strangers write, and each shows it as often as any other text', async ({
  api,
  catalog,
  database,
  indexMods,
}) => {
  const { app, registered } = await appWithRoutes(catalog)
  const routes = registered.filter(
    ({ method, schema, url }) => method === 'GET' && schema?.hide === true && url !== '*',
  )

  /** Returns all pages with a text: what their structure is, and how often they show the text. */
  const pagesWith = async (text: string) => {
    await clearDatabase(database)
    const filled = await fill({ api, catalog }, indexMods, text)
    const values: Record<string, string> = filled.values
    const all = [
      ...routes.map(({ url }) => pathOf({ method: 'GET', url }, (name) => values[name] ?? 'x')),
      ...statesOf(filled),
    ]
    const pages = []
    for (const url of all) {
      const { statusCode, headers, body } = await app.inject({
        url,
        headers: { accept: BROWSER, cookie: filled.cookie },
      })
      const isMarkup = /html|xml/.test(String(headers['content-type']))
      const { shown, ...structure } = isMarkup ? shownOn(body, text) : { shown: 0 }
      const isPage = !url.startsWith('/v1/') // a feed has the text of its entries escaped twice
      pages.push({ url, statusCode, ...structure, shown: isPage ? shown : 0 })
    }
    return pages
  }

  for (const text of HOSTILE) {
    const plain = await pagesWith(harmlessAs(text))
    const hostile = await pagesWith(text)
    expect(plain.filter(({ shown = 0 }) => shown > 0).length).toBeGreaterThan(50)
    const unlike = hostile.filter((page, at) => !isDeepStrictEqual({ ...page, url: '' }, { ...plain[at], url: '' }))
    expect(unlike.map(({ url, shown }) => [url, shown])).toEqual([])
    expect(hostile.filter(({ hasMore }) => hasMore)).toEqual([])
  }
})
