import { expect } from 'vitest'
import { storedRows } from '../../support/database/stored.ts'
import { it } from '../../support/it.ts'
import { fillList } from '../../support/requests/forms.ts'
import { appWithRoutes, pathOf, type Route } from '../../support/requests/openapi/routes.ts'

/** What still works on a full disk, although it is no read. Any other route must be refused. */
const WORKING = [
  // frees space
  'DELETE /v1/lists/:slug',
  'DELETE /v1/lists/:slug/revisions/:revision',
  'DELETE /v1/user/token',
  'POST /account/delete',
  'POST /account/disconnect',
  'POST /account/passkeys/remove',
  'POST /account/sessions/end',
  'POST /account/sessions/end-others',
  'POST /account/tokens/revoke',
  'POST /lists/:slug/delete',
  'POST /oauth/revoke',
  // protects
  'POST /moderation/lists/:slug',
  'POST /v1/moderation/cases/:slug',
  // signs in to an existing account, and out
  'POST /sign-in/:provider/start',
  'POST /sign-in/passkey',
  'POST /sign-in/passkey/options',
  'POST /sign-in/recover',
  'POST /sign-out',
  // stores nothing
  'POST /analyse',
  'POST /compare/:slug1/:slug2/culprit',
  'POST /lists/:slug/hidden/download',
  'POST /v1/analyse',
  'POST /v1/compare/:slug1/:slug2/culprit',
  'POST /v1/compare/:slug1/:slug2/culprit.zip',
  'POST /v1/compare/:slug1/:slug2/merge',
  'POST /v1/compare/:slug1/:slug2/merge.zip',
]

const nameOf = ({ method, url }: Route) => `${method} ${url.replace(/(?<=.)\/$/, '')}`

it('on a full disk every route that stores is refused with 503 and stores nothing, and all others still work', async ({
  api,
  catalog,
  db,
}) => {
  await fillList(api.post('/v1/lists')).expect(201)
  const before = await storedRows(db)
  const { app, routes } = await appWithRoutes(catalog, { diskProblem: async () => 'full' })
  const works: string[] = []
  const refused: string[] = []
  for (const route of routes) {
    const { method } = route
    const { statusCode, body } = await app.inject({ method: method as 'POST', url: pathOf(route, () => 'my-list') })
    if (statusCode === 405) continue
    const isRefused = statusCode === 503 && body.includes('writes are disabled, reads and deletions still work.')
    ;(isRefused ? refused : works).push(nameOf(route))
  }

  const isSafe = (name: string) => /^(GET|HEAD|OPTIONS) /.test(name)
  expect([...new Set(works.filter((name) => !isSafe(name)))].sort()).toEqual([...WORKING].sort())
  expect(refused.filter(isSafe)).toEqual([])
  expect(refused.length).toBeGreaterThan(20)
  expect(await storedRows(db)).toEqual(before)
})

it('on a read-only disk everything but reads is refused', async ({ catalog }) => {
  const { app } = await appWithRoutes(catalog, { diskProblem: async () => 'read-only' })
  const { statusCode, body } = await app.inject({ method: 'DELETE', url: '/v1/lists/my-list' })
  expect(statusCode).toBe(503)
  expect(body).toContain("The server's disk is read-only; writes are disabled, reads still work.")
})

it('an anonymous list can be deleted on a full disk, which frees its space', async ({ api, catalog, db }) => {
  const key = String((await fillList(api.post('/v1/lists')).expect(201)).headers['owner-key'])
  const { app } = await appWithRoutes(catalog, { diskProblem: async () => 'full' })
  const headers = { authorization: `Bearer ${key}` }
  const { statusCode } = await app.inject({ method: 'DELETE', url: '/v1/lists/my-list', headers })
  expect(statusCode).toBe(204)
  expect(await db.list.count()).toBe(0)
})
