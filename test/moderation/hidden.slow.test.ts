import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { describe, expect } from 'vitest'
import { moderate } from '../../src/moderation/actions/service.ts'
import { sweep } from '../../src/startup/sweep.ts'
import { storedRows } from '../support/database/stored.ts'
import { it } from '../support/indexing.ts'
import { hide, publish } from '../support/moderation.ts'
import { bearer } from '../support/requests/authorization.ts'
import { fillList } from '../support/requests/forms.ts'
import { appWithRoutes, pathOf, type Route } from '../support/requests/openapi/routes.ts'
import { FIELD_PARTS, FORM_TYPE, formBody, type Part } from '../support/requests/parts.ts'

/** Slugs of equal length, because the sizes of responses could differ otherwise. No list ever has the first one. */
const [NEVER, ANONYMOUS, AUTHORED] = ['never-was-here', 'no-owner-xxxxx', 'has-owner-xxxx']

const FORM: Part[] = [
  ...FIELD_PARTS,
  ['name="_method"', 'PUT'],
  ['name="files[]"; filename="modlist.txt"', '+A mod\r\n'],
  ['name="reason"', 'spam'],
  ['name="owner_key"', 'mlk_wrong'],
]

const isSlug = (name: string) => name.startsWith('slug')

/** The parameters that name a list. */
const QUERIES = ['', '?list1=SLUG&list2=shown', '?list1=shown&list2=SLUG', '?with=SLUG&from=1&to=2', '?query=xxxx']

/** Returns all requests to a route that name the list `slug` in one parameter and other lists in the others. */
function requestsFor(route: Route, slug: string): string[] {
  const places = [...route.url.matchAll(/:(\w+)/g)].flatMap(([, name = '']) => (isSlug(name) ? [name] : []))
  const name = /(mods|plugins)\/:name/.test(route.url) ? 'Sky%20UI' : 'modlist.txt'
  const others = { game: '4', revision: '2', name, id: '1', part: '1' } as Record<string, string>
  const paths = (places.length === 0 ? [''] : places).flatMap((place) =>
    [slug, `${slug}@1`].map((text) =>
      pathOf(route, (name) => (name === place ? text : isSlug(name) ? 'shown' : (others[name] ?? 'Author'))),
    ),
  )
  const queries = route.method === 'GET' ? QUERIES : ['']
  return paths.flatMap((path) => queries.map((query) => path + query.replace('SLUG', slug)))
}

async function answerTo(app: FastifyInstance, { method }: Route, url: string, more: Record<string, string> = {}) {
  const sendsForm = !['GET', 'HEAD', 'OPTIONS'].includes(method)
  const { statusCode, headers, body } = await app.inject({
    method: method as 'GET',
    url,
    headers: {
      accept: url.startsWith('/v1') ? 'application/json' : 'text/html',
      ...(sendsForm && { 'content-type': FORM_TYPE }),
      ...more,
    },
    ...(sendsForm && { payload: formBody(FORM) }),
  })
  const { etag, location, 'content-length': length, 'content-type': type } = headers
  // The tag of a page that contains the address depends on the address.
  return { statusCode, hasTag: etag !== undefined, tag: etag?.toString(), location, length, type, body }
}

describe('a hidden list', () => {
  it('looks to strangers as if it never existed, on every route', async ({ api, catalog, db, indexMods, signIn }) => {
    const { app, routes } = await appWithRoutes(catalog)
    const author = await signIn('Author')
    const reader = await signIn('Reader')
    const fill = { description: 'Secret xxxx', expires: 'perm' }
    const create = (name: string, token?: string) => {
      const request = api.post('/v1/lists')
      return fillList(token === undefined ? request : request.set(bearer(token)), { ...fill, name }).expect(201)
    }
    await fillList(api.post('/v1/lists').set(bearer(author)), { name: 'Shown', expires: 'perm' }).expect(201)
    const { headers } = await create(ANONYMOUS)
    await create(AUTHORED, author)
    const keys = [[ANONYMOUS, String(headers['owner-key'])] as const, [AUTHORED, author] as const]
    for (const [slug, secret] of keys)
      await fillList(api.put(`/v1/lists/${slug}`).set(bearer(secret)), { ...fill, name: slug, version: '2' }).expect(
        200,
      )
    await indexMods()
    // Fills the caches. Responses that are cached by then must not be sent or confirmed once the list is hidden.
    const cached = new Map<string, Awaited<ReturnType<typeof answerTo>>>()
    const reads = routes.filter(({ method }) => method === 'GET')
    for (const route of reads) {
      for (const url of [ANONYMOUS, AUTHORED].flatMap((slug) => requestsFor(route, slug))) {
        cached.set(url, await answerTo(app, route, url))
      }
    }
    const isShown = ({ body }: { body: string }) => body.includes(ANONYMOUS) || body.includes(AUTHORED)
    const inCollections = [...cached].filter(([url, answer]) => isShown(answer) && !url.includes('-owner-'))
    expect(inCollections.length).toBeGreaterThan(10)
    for (const [slug] of keys) await hide(catalog, slug)
    const before = await storedRows(db)

    /** Reports whether a route ignores the query of an address. Then it is enough to ask without it. */
    const isIgnored = (url: string) =>
      url.includes('?') && isDeepStrictEqual(cached.get(url), cached.get(url.split('?')[0] ?? ''))
    const nevers = new Map<string, ReturnType<typeof answerTo>>()
    const answerToNever = (route: Route, url: string, headers?: Record<string, string>) => {
      const key = JSON.stringify([route.method, url, headers])
      const answer = nevers.get(key) ?? answerTo(app, route, url, headers)
      nevers.set(key, answer)
      return answer
    }

    let named = 0
    let changed = 0
    for (const route of routes.filter(({ method }) =>
      ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'].includes(method),
    )) {
      if (route.method === 'POST' && ['/v1/lists', '/upload'].includes(route.url.replace(/\/$/, ''))) continue
      for (const slug of [ANONYMOUS, AUTHORED]) {
        const neverUrls = requestsFor(route, NEVER)
        for (const [index, url] of requestsFor(route, slug).entries()) {
          if (route.method === 'GET' && isIgnored(url)) continue
          const earlier = route.method === 'GET' ? cached.get(url) : undefined
          const ranged = { range: 'bytes=0-3' }
          const conditional = earlier?.tag === undefined ? [] : [[ranged, { 'if-none-match': earlier.tag }]]
          for (const [headers, condition] of [[ranged], [{ ...ranged, ...bearer(reader) }], ...conditional]) {
            const sent = await answerTo(app, route, url, { ...headers, ...condition })
            const isUnchanged = sent.statusCode === 304 && earlier !== undefined
            if (condition !== undefined && !isUnchanged) changed += 1
            const { tag: _, ...answer } = isUnchanged ? earlier : sent // a 304 confirms the earlier response
            const text = answer.body.replaceAll(slug, NEVER)
            if (url.includes(slug)) {
              named += 1
              const { tag: __, ...never } = await answerToNever(route, neverUrls[index] ?? '', headers)
              const likeNever = { ...answer, body: text, location: answer.location?.replaceAll(slug, NEVER) }
              const own = url.startsWith('/metrics') ? {} : never // whose numbers count the requests
              expect({ method: route.method, url, ...likeNever }).toMatchObject({ method: route.method, url, ...own })
            }
            expect({ url, isFound: /Secret xxxx/.test(answer.body) }).toEqual({ url, isFound: false })
            const isEcho = url.includes(slug) || url.includes('query=')
            expect({ url, isNamed: !isEcho && answer.body.includes(slug) }).toEqual({ url, isNamed: false })
          }
        }
      }
    }
    expect(changed).toBeGreaterThan(100)
    expect(named).toBeGreaterThan(300)
    expect(await storedRows(db)).toEqual(before)
  })

  it('is in no collection, count, search, game or statistics', async ({ api, catalog, signIn }) => {
    const author = await signIn('Author')
    await fillList(api.post('/v1/lists').set(bearer(author)), { expires: 'perm' }).expect(201)
    await hide(catalog)

    for (const path of ['/v1/lists?query=my', '/v1/lists?filter[author]=Author', '/v1/user/lists'])
      expect((await api.get(path).set(bearer(author)).expect(200)).body.data).toEqual([])
    const { body: games } = await api.get('/v1/games').expect(200)
    expect(games.data.every((game: { lists_count: number }) => game.lists_count === 0)).toBe(true)
    expect((await api.get('/v1/games/4').expect(200)).body.data.lists).toEqual([])
    const { body: statistics } = await api.get('/v1/stats').expect(200)
    expect(statistics.data.lists).toMatchObject({ total: 0, private: 0, anonymous: 0 })
  })

  it('is no longer found by its mods, nor counted once the index follows', async ({ api, catalog, indexMods }) => {
    for (const name of ['Shown', 'Hidden']) await publish(api, { name })
    const found = async () => {
      const { body: lists } = await api.get('/v1/lists?filter[mod]=Sky UI').expect(200)
      const { body: mods } = await api.get('/v1/games/4/mods').expect(200)
      const { lists_count: count } = mods.data.find(({ name }: { name: string }) => name === 'Sky UI')
      return [lists.data.map(({ slug }: { slug: string }) => slug).sort(), count]
    }
    await indexMods()
    expect(await found()).toEqual([['hidden', 'shown'], 2])
    await hide(catalog, 'hidden')
    expect((await found())[0]).toEqual(['shown'])
    await indexMods()
    expect(await found()).toEqual([['shown'], 1])
    await moderate(catalog, null, 'hidden', { action: 'show', reason: 'Fine' })
    await indexMods()
    expect(await found()).toEqual([['hidden', 'shown'], 2])
  })

  it('can be deleted by its owner but not changed, and says why (403)', async ({ api, catalog, db, signIn }) => {
    const author = await signIn('Author')
    const anonymous = await publish(api, { name: 'Anonymous' })
    await fillList(api.post('/v1/lists').set(bearer(author)), { name: 'Hers', expires: 'perm' }).expect(201)
    const owners = [['anonymous', String(anonymous.headers['owner-key'])] as const, ['hers', author] as const]
    for (const [slug] of owners) await hide(catalog, slug, 'It has an address.')
    const before = await storedRows(db)

    const message = 'Forbidden: hidden by moderators on 2026-11-20: It has an address.'
    for (const [slug, secret] of owners) {
      const address = `/v1/lists/${slug}`
      for (const request of [api.put(address), api.patch(address), api.post(address)]) {
        const fields = { _method: 'PUT', expires: 'perm', hidden: '', hidden_at: '' }
        const { body } = await fillList(request.set(bearer(secret)), fields).expect(403)
        expect(body).toEqual({ message })
      }
      await api.delete(`${address}/revisions/1`).set(bearer(secret)).expect(403)
    }
    const claim = (slug: string) => api.post(`/v1/lists/${slug}/claim`).set(bearer(author))
    const { body } = await claim('anonymous').send({ owner_key: owners[0]?.[1] }).expect(403)
    expect(body).toEqual({ message })
    for (const slug of ['anonymous', 'never-there']) {
      await claim(slug)
        .send({ owner_key: `mlk_${'A'.repeat(43)}` })
        .expect(404)
      await claim(slug).send({}).expect(404)
      await claim(slug).send({ owner_key: owners[0]?.[1], expires: 'never' }).expect(404)
      await claim(slug).type('json').send('{').expect(404)
      await claim(slug).type('text/plain').send('x').expect(404)
    }
    expect(await storedRows(db)).toEqual(before)

    for (const [slug, secret] of owners) await api.delete(`/v1/lists/${slug}`).set(bearer(secret)).expect(204)
    expect(await db.list.count()).toBe(0)
  })

  it('does not expire, and has as much time left when shown again', async ({ api, catalog, clock, db }) => {
    await fillList(api.post('/v1/lists'), { expires: '3h' }).expect(201)
    clock.advance(3_600_000)
    await hide(catalog)
    clock.advance(48 * 3_600_000)
    await sweep(catalog)
    expect(await db.list.count()).toBe(1)
    await moderate(catalog, null, 'my-list', { action: 'show', reason: 'A mistake' })
    const { expiresAt } = await db.list.findFirstOrThrow()
    expect(expiresAt?.getTime()).toBe(clock.now.getTime() + 2 * 3_600_000)
    await api.get('/v1/lists/my-list').expect(200)
  })
})
