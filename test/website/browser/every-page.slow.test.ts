import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { it } from '../../support/indexing.ts'
import type { TestFixtures } from '../../support/it.ts'
import { moderatorBrowser } from '../../support/moderation.ts'
import { CRASH_LOGGER } from '../../support/profiles/logs.ts'
import { cookieHeader } from '../../support/requests/browser-forms.ts'
import { fillList, makeLists } from '../../support/requests/forms.ts'
import { appWithRoutes } from '../../support/requests/openapi/routes.ts'
import { describeInBrowser, expectAccessible, onEachPage, WIDTHS } from '../../support/website/browser.ts'
import { expectOneMainAction } from '../../support/website/main-action.ts'
import { overlapsOn } from '../../support/website/overlaps.ts'

const REPORT = '00000000-0000-4000-8000-000000000000'
const PAIR = '/compare/it-crashes/it-works'
const tabs = (path: string, ...names: string[]) => [path, ...names.map((name) => `${path}?tab=${name}`)]

/** The addresses at which each page is tried, by its route. */
const PAGES: Readonly<Record<string, readonly string[]>> = {
  '/': ['/'],
  '/docs': ['/docs'],
  '/lists': ['/lists', '/lists?search=works', '/lists?search=nothing'],
  '/lists/:slug': [
    ...tabs('/lists/it-crashes', 'plugins', 'settings', 'files'),
    '/lists/it-works@1',
    '/lists/a-log',
    '/lists/nothing',
  ],
  '/lists/:slug/history': ['/lists/it-crashes/history', '/lists/it-works/history'],
  '/lists/:slug/edit': ['/lists/it-crashes/edit'],
  '/lists/:slug/follow': ['/lists/it-works/follow'],
  '/lists/:slug/report': ['/lists/it-crashes/report'],
  '/lists/:slug/restore/:revision': ['/lists/it-works/restore/1'],
  '/compare': ['/compare', '/compare?list1=it-crashes&list2=%3F'],
  '/compare/:slug1/:slug2': [...tabs(PAIR, 'plugins', 'settings', 'order', 'files'), '/compare/it-works/it-works'],
  '/compare/:slug1/:slug2/take-over': [`${PAIR}/take-over?take=m*`],
  '/compare/:slug1/:slug2/culprit': [`${PAIR}/culprit`],
  '/authors/:name': ['/authors/Mo'],
  '/games': ['/games'],
  '/games/:game': ['/games/TESV%20Skyrim%20SE'],
  '/games/:game/mods/:name': ['/games/TESV%20Skyrim%20SE/mods/skyui'],
  '/games/:game/plugins/:name': ['/games/TESV%20Skyrim%20SE/plugins/skyui_se.esp'],
  '/upload': ['/upload'],
  '/help': ['/help'],
  '/reports/:id': [`/reports/${REPORT}`],
  '/sign-in': ['/sign-in'],
  '/sign-in/name': ['/sign-in/name'],
  '/sign-in/recover': ['/sign-in/recover'],
  '/account': tabs('/account', 'security', 'tokens'),
  '/account/tokens': ['/account/tokens'],
  '/device': ['/device'],
  '/moderation': ['/moderation'],
  '/moderation/log': ['/moderation/log'],
  '/moderation/lists/:slug': ['/moderation/lists/it-crashes'],
}

/** Routes outside of /v1 that are read and are no page: probes, files, JSON, and redirects. */
const NO_PAGES = [
  '/.well-known/oauth-authorization-server',
  '/.well-known/oauth-authorization-server/*',
  '/.well-known/passkey-endpoints',
  '/.well-known/security.txt',
  '/account/data',
  '/account/header',
  '/account/lists',
  '/assets/:file',
  '/docs/:asset',
  '/favicon.ico',
  '/healthz',
  '/lists/:slug/delete',
  '/metrics',
  '/openapi.json',
  '/readyz',
  '/robots.txt',
  '/sign-in/:provider/callback',
  '/sitemap.xml',
  '/sitemap/:part',
  '/version',
]

/** The statuses of pages that are not 200. */
const STATUSES = { '/compare?list1=it-crashes&list2=%3F': 422, '/lists/nothing': 404 }

const mods = Array.from({ length: 70 }, (_, at) => `${at % 7 ? '+' : '-'}Mod ${at}\r\n`).join('')
const CRASHES = {
  'modlist.txt': `${mods}Utilities_separator\r\n+SkyUI\r\n*DLC: Dawnguard\r\n`,
  'plugins.txt': '*SkyUI_SE.esp\r\nPatch.esp\r\n',
  'skyrim.ini': '[Display]\r\niSize W=1920\r\n',
  'mods.csv': `#Mod_Name,#Mod_Nexus_URL,#Mod_Version\r\nMod 0,https://www.nexusmods.com/x/mods/9,${'2026-11-26.'.repeat(4)}\r\n`,
}
const WORKS = {
  'modlist.txt': `${mods}+Frostfall\r\nUtilities_separator\r\n+SkyUI\r\n*DLC: Dawnguard\r\n`,
  'plugins.txt': '*SkyUI_SE.esp\r\n*Patch.esp\r\n',
  'skyrim.ini': '[Display]\r\niSize W=2560\r\n',
}

/** Creates lists with a history, an author and a report. Returns the cookies of a moderator. */
async function fill({ api, catalog, db }: Pick<TestFixtures, 'api' | 'catalog' | 'db'>): Promise<string> {
  const { jar } = await moderatorBrowser({ api, catalog })
  await makeLists(api, { 'It crashes': CRASHES, 'A log': { 'crash.log': CRASH_LOGGER } })
  const { headers } = await fillList(api.post('/v1/lists'), { name: 'It works', version: '1.0' }, CRASHES).expect(201)
  const update = api.put('/v1/lists/it-works').set('Authorization', `Bearer ${headers['owner-key']}`)
  await fillList(update, { name: 'It works', note: 'It has Frostfall' }, WORKS).expect(200)
  await fillList(api.post('/v1/lists'), { name: 'Of Mo', expires: 'perm' }, WORKS).expect(201)
  const { id: authorId } = await db.user.findFirstOrThrow()
  await db.list.update({ where: { slug: 'of-mo' }, data: { authorId } })
  await api.post('/v1/lists/it-crashes/reports').send({ reason: 'spam' }).expect(202)
  await db.report.updateMany({ data: { id: REPORT } })
  return cookieHeader(jar)
}

/** Unfolds a route of each method in the reference: they have fields, forms and long examples. */
async function unfoldRoutes(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Routes' }).waitFor()
  for (const method of ['get', 'post', 'put', 'patch', 'delete']) {
    await page.locator(`.opblock-${method} .opblock-summary-control`).first().click()
    await page.locator(`.opblock-${method} .opblock-body .responses-table`).first().waitFor()
  }
}

describeInBrowser('every page', (open) => {
  it('is in this walk: a new route is either a page, or named as none', async ({ catalog }) => {
    const { registered } = await appWithRoutes(catalog)
    const read = registered.filter(({ method, url }) => [method].flat().includes('GET') && !/^\/v1(\/|$)/.test(url))
    const routes = [...new Set(read.map(({ url }) => url))]
    expect([...Object.keys(PAGES), ...NO_PAGES].sort()).toEqual(routes.sort())
  })

  it.for(WIDTHS)(
    'has no axe violations, sideways scrolling, overlaps or second main action, light and dark, at %i pixels',
    async (width, { app, api, catalog, db, indexMods }) => {
      const cookie = await fill({ api, catalog, db })
      await indexMods()
      await onEachPage(
        (options) => open(app, { ...options, bypassCSP: true, extraHTTPHeaders: { Cookie: cookie } }),
        Object.values(PAGES).flat(),
        async (page, state) => {
          if (new URL(page.url()).pathname === '/docs') await page.getByRole('heading', { name: 'Routes' }).waitFor()
          await expectOneMainAction(page, state)
          expect([state, await overlapsOn(page)]).toEqual([state, []])
          await expectAccessible(page, state)
        },
        STATUSES,
        [width],
      )
    },
  )

  it.for(WIDTHS)(
    'has no axe violations in the reference with unfolded routes, at %i pixels',
    async (width, { app }) => {
      await onEachPage(
        (options) => open(app, { ...options, bypassCSP: true }),
        ['/docs'],
        async (page, state) => {
          await unfoldRoutes(page)
          await expectAccessible(page, state)
        },
        {},
        [width],
      )
    },
  )
})
