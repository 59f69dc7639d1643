import type { FastifyInstance } from 'fastify'
import { expect } from 'vitest'
import { issueToken } from '../../../src/accounts/tokens/service.ts'
import { ABILITIES, type Ability } from '../../../src/actor.ts'
import type { Context } from '../../../src/context.ts'
import { storedRows } from '../../support/database/stored.ts'
import { it } from '../../support/it.ts'
import { fillList } from '../../support/requests/forms.ts'
import { appWithRoutes, pathOf, type Route } from '../../support/requests/openapi/routes.ts'
import { FIELD_PARTS, FORM_TYPE, formBody, type Part } from '../../support/requests/parts.ts'

type Attempt = [what: string, slug: string, token: string | undefined, status: number]

interface Rule {
  ability: Ability
  /**
   * The list that the path must name. `own`: a list of the user, or an anonymous list whose owner key is the token.
   * `claimed`: an anonymous list whose owner key is in the form. Without `list`, anonymous requests are allowed.
   */
  list?: 'own' | 'claimed'
  success: number
}

/** What each route that writes requires. A new route that writes fails the test until it has a rule. */
const RULES: Record<string, Rule> = {
  'POST /v1/lists': { ability: 'create', success: 201 },
  'POST /v1/lists/:slug': { ability: 'update', list: 'own', success: 200 },
  'PUT /v1/lists/:slug': { ability: 'update', list: 'own', success: 200 },
  'PATCH /v1/lists/:slug': { ability: 'update', list: 'own', success: 200 },
  'POST /v1/lists/:slug/claim': { ability: 'update', list: 'claimed', success: 200 },
  'POST /v1/lists/:slug/revisions/:revision/restore': { ability: 'update', list: 'own', success: 200 },
  'DELETE /v1/lists/:slug/revisions/:revision': { ability: 'update', list: 'own', success: 204 },
  'DELETE /v1/lists/:slug': { ability: 'delete', list: 'own', success: 204 },
}

/** Routes that anyone can use (test/moderation/reports.test.ts), or any token (test/accounts/user.test.ts). */
const OPEN = new Set([
  'POST /v1/analyse', // stores nothing: test/compare/analysing/
  'POST /v1/lists/:slug/reports',
  'POST /v1/compare/:slug1/:slug2/culprit', // stores nothing: test/compare/culprit/
  'POST /v1/compare/:slug1/:slug2/culprit.zip',
  'POST /v1/compare/:slug1/:slug2/merge', // stores nothing: test/compare/merging/
  'POST /v1/compare/:slug1/:slug2/merge.zip',
  'DELETE /v1/user/token',
])

/** For moderators (test/moderation/cases.test.ts). */
const MODERATED = new Set(['POST /v1/moderation/cases/:slug'])

/**
 * The forms of the website. They are authorized by a field or a cookie, not by a header; tested in
 * test/website/pages/upload.test.ts, edit.test.ts, test/website/sign-in/ and account/.
 */
const FORMS = new Set([
  'POST /upload',
  'POST /analyse', // stores nothing: test/website/pages/analyse.test.ts
  'POST /compare/:slug1/:slug2/culprit', // leads to an address, stores nothing: test/website/pages/culprit.test.ts
  'POST /compare/:slug1/:slug2/take-over', // saves a new version: test/website/pages/take-over.test.ts
  'POST /lists/:slug/edit',
  'POST /lists/:slug/restore/:revision', // test/website/pages/restore.test.ts
  'POST /lists/:slug/delete',
  'POST /lists/:slug/hidden/download',
  'POST /sign-in/passkey/options',
  'POST /sign-in/passkey',
  'POST /sign-in/name/options',
  'POST /sign-in/name',
  'POST /sign-in/recover',
  'POST /sign-out',
  'POST /account/passkeys/options',
  'POST /account/passkeys',
  'POST /account/passkeys/rename',
  'POST /account/passkeys/remove',
  'POST /account/codes',
  'POST /account/sessions/end',
  'POST /account/sessions/end-others',
  'POST /account/claim',
  'POST /sign-in/:provider/start',
  'POST /account/providers/:provider',
  'POST /account/disconnect',
  'POST /account/delete',
  'POST /device',
  'POST /device/answer',
  'POST /oauth/device_authorization',
  'POST /oauth/token',
  'POST /oauth/revoke',
  'POST /account/tokens',
  'POST /account/tokens/revoke',
  'POST /lists/:slug/report',
  'POST /moderation/lists/:slug',
])

/** The methods that write. Others are refused alike at every path: test/http/request/methods.test.ts. */
const WRITING = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])
const FILE: Part = ['name="files[]"; filename="modlist.txt"', '+A mod\r\n']

const FORM: Part[] = [...FIELD_PARTS, ['name="_method"', 'PUT'], FILE]

const nameOf = ({ method, url }: Route) => `${method} ${url.replace(/(?<=.)\/$/, '')}`

const send = (app: FastifyInstance, { method, url }: Route, slug: string, token?: string, more: Part[] = []) =>
  app.inject({
    method: method as 'POST',
    url: pathOf({ method, url }, (name) => (name === 'revision' ? '1' : slug)),
    headers: { 'content-type': FORM_TYPE, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    payload: formBody([...(url.endsWith('/claim') ? [] : FORM), ...more]),
  })

const withAbilities = (catalog: Context, user: string, abilities: readonly Ability[]) =>
  issueToken(catalog, { user, abilities, label: null, lifetime: null })

it('every route that writes has a rule, or is refused with 405', async ({ catalog, signIn }) => {
  const { app, routes } = await appWithRoutes(catalog)
  const token = await signIn('Author')
  const ruled = new Set([...Object.keys(RULES), ...OPEN, ...MODERATED, ...FORMS])
  const unruled = routes.filter((route) => WRITING.has(route.method) && !ruled.has(nameOf(route)))

  for (const route of unruled) {
    const { statusCode } = await send(app, route, 'a-list', token)
    expect({ route: nameOf(route), statusCode }).toEqual({ route: nameOf(route), statusCode: 405 })
  }
  expect(unruled.length).toBeGreaterThan(50)
  const names = new Set(routes.map(nameOf))
  expect(Object.keys(RULES).filter((name) => !names.has(name))).toEqual([])
})

for (const [name, { ability, list, success }] of Object.entries(RULES)) {
  const [method = '', url = ''] = name.split(' ')
  const route = { method, url }

  it(`every route that writes requires a valid token, the ability and the right list: ${name}`, async ({
    app,
    catalog,
    db,
    signIn,
  }) => {
    const create = { method: 'POST', url: '/v1/lists' }
    const author = await signIn('Author')
    const made = (token?: string) => send(app, create, '', token)
    const slugOf = async (token?: string) => (await made(token)).json().data.slug as string
    const own = await slugOf(author)
    const keyed = await made()
    const [anonymous, key] = [keyed.json().data.slug as string, String(keyed.headers['owner-key'])]
    const otherKey = String((await made()).headers['owner-key'])
    const right = list === 'claimed' ? anonymous : own
    const update = { method: 'PUT', url: '/v1/lists/:slug' }
    await send(app, update, own, author, [['name="version"', '2']])
    await send(app, update, anonymous, key, [['name="version"', '2']])
    const others = await slugOf(await signIn('Other'))
    const before = await storedRows(db)

    const attempts: Attempt[] = [
      ['a wrong token', right, 'mlc_wrong', 401],
      ['a wrong owner key', anonymous, 'mlk_wrong', 401],
      ['all abilities but its own', right, await withAbilities(catalog, 'Author', except(ability)), 403],
      ['no ability', right, await withAbilities(catalog, 'Author', []), 403],
    ]
    if (list !== undefined) {
      attempts.push(
        ['no token', own, undefined, 401],
        ['no token, on an anonymous list', anonymous, undefined, 401],
        ["another author's list", others, author, 403],
        ['a list that does not exist', 'nothing', author, 404],
      )
    }
    if (list === 'own') {
      attempts.push(
        ['an anonymous list', anonymous, author, 403],
        ["another list's owner key", anonymous, otherKey, 403],
        ["an owner key, on an author's list", own, key, 403],
        ['an owner key, on a list that does not exist', 'nothing', key, 404],
      )
    } else attempts.push(['an owner key instead of a token', anonymous, key, 401])
    if (list === 'claimed') attempts.push(['no owner key', anonymous, author, 422])
    for (const [what, slug, token, status] of attempts) {
      const { statusCode } = await send(app, route, slug, token)
      expect({ what, statusCode }).toEqual({ what, statusCode: status })
    }
    expect(await storedRows(db)).toEqual(before)

    const sufficient = await withAbilities(catalog, 'Author', [ability])
    expect((await send(app, route, right, sufficient, [['name="owner_key"', key]])).statusCode).toBe(success)
    if (list === 'own') expect((await send(app, route, anonymous, key)).statusCode).toBe(success)
  })
}

const except = (ability: Ability) => ABILITIES.filter((other) => other !== ability)

it('every route that reads shows nothing of a private list without its slug', async ({ api, catalog, signIn }) => {
  const { app, routes } = await appWithRoutes(catalog)
  const token = await signIn('Author')
  const hidden = { name: 'Hidden from all', private: '1' }
  await fillList(api.post('/v1/lists').set('Authorization', token), hidden).expect(201)
  await fillList(api.post('/v1/lists')).expect(201)

  const reader = await signIn('Reader')
  const fill = (name: string) => ({ game: '4', revision: '1' })[name] ?? 'my-list'
  for (const route of routes.filter(({ method }) => method === 'GET')) {
    for (const authorization of [undefined, reader]) {
      const headers = authorization === undefined ? {} : { authorization }
      for (const query of ['', '?page[size]=all&filter[author]=Author&query=hidden&q=hidden&search=hidden']) {
        const { body } = await app.inject({ url: pathOf(route, fill) + query, headers })
        expect({ route, isFound: /hidden-from-all|Hidden from all/.test(body) }).toEqual({ route, isFound: false })
      }
    }
  }
})
