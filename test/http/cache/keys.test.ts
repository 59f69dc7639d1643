import { parse } from 'node:querystring'
import fc from 'fast-check'
import type { FastifyRequest, RouteOptions } from 'fastify'
import { expect } from 'vitest'
import { z } from 'zod'
import { it } from '../../support/it.ts'
import { fillList } from '../../support/requests/forms.ts'
import { appWithRoutes } from '../../support/requests/openapi/routes.ts'

/** Texts that could meet if keys were joined by a space, a comma or a quote. */
const text = fc
  .array(fc.constantFrom('a', 'b', ' ', '@', '"', ',', '\\', '%', ' with counts', 'counts', 'undefined', 'null', '1'), {
    maxLength: 4,
  })
  .map((pieces) => pieces.join(''))
const values = fc.oneof(text, fc.constantFrom('', '1', '2', 'counts', 'mod', 'plugin', '-created', '30'))

const shapeOf = (schema: unknown): string[] =>
  schema instanceof z.ZodPipe ? shapeOf(schema.out) : schema instanceof z.ZodObject ? Object.keys(schema.shape) : []

/** Returns the cache key of a request, and everything that the response may depend on if the query is valid. */
function keyed({ url, config, schema }: RouteOptions, params: object, search: string) {
  const request = {
    params,
    query: parse(search),
    url: `/?${search}`,
    headers: {},
    method: 'GET',
    routeOptions: { url },
  }
  const key = config?.cacheKey?.(request as unknown as FastifyRequest)
  const querystring = schema?.querystring as z.ZodType | undefined
  const query = querystring?.safeParse(request.query)
  const valid = (query?.data ?? {}) as Record<string, unknown>
  const parsed = Object.fromEntries(shapeOf(querystring).map((name) => [name, valid[name]]))
  return { key: key && JSON.stringify(key), isValid: query?.success ?? true, means: JSON.stringify([params, parsed]) }
}

it('two requests of a route with different parameters never have the same cache key', async ({ catalog }) => {
  const { registered } = await appWithRoutes(catalog)
  const cached = registered.filter(({ method, config }) => method === 'GET' && config?.cacheKey !== undefined)
  expect(cached.length).toBeGreaterThan(25)

  for (const route of cached) {
    const names = [...route.url.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
    const known = shapeOf(route.schema?.querystring)
    const one = fc.record({
      params: fc.record(Object.fromEntries(names.map((name) => [name, text]))),
      query: fc.array(fc.tuple(fc.constantFrom(...known, 'other'), values), { maxLength: 2 }),
    })
    fc.assert(
      fc.property(one, one, fc.boolean(), (first, second, isSame) => {
        const [a, b] = [first, isSame ? { ...second, params: first.params } : second].map(({ params, query }) =>
          keyed(route, params, new URLSearchParams(query).toString()),
        )
        if (a?.key === undefined || a.key !== b?.key || !a.isValid || !b.isValid) return
        expect(a.means).toBe(b.means)
      }),
      { numRuns: 500 },
    )
  }
})

it('a slug that ends like another cache key is not found, whatever is cached', async ({ api }) => {
  await fillList(api.post('/v1/lists')).expect(201)
  const paths = [
    'lists/my-list',
    'lists/my-list/revisions/1',
    'compare/my-list/my-list',
    'compare/my-list/my-list/changes',
  ]
  for (const path of paths) {
    for (const _ of ['uncached', 'cached']) await api.get(`/v1/${path}?include=counts`).expect(200)
  }
  for (const path of ['lists/my-list', 'compare/my-list/my-list']) {
    await api.get(`/v1/${path}%20with%20counts`).expect(404)
    await api.get(`/v1/${path}%22,true`).expect(404)
  }
  await api.get('/v1/lists/my-list/revisions/1%20with%20counts').expect(404)
  await api.get('/v1/compare/my-list%20my-list/my-list').expect(404)
})
