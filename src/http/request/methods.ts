import { METHODS } from 'node:http'
import type { FastifyInstance, HTTPMethods } from 'fastify'
import { CatalogError } from '../../errors.ts'

/** CONNECT and upgrades never reach a route; TRACE would echo credentials. */
const UNROUTABLE = new Set(['CONNECT'])

/** Notes the methods of all routes that are added from now on, by path. */
export function collectMethods(app: FastifyInstance): Map<string, Set<string>> {
  const methods = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method }) => {
    const path = url === '/' ? url : url.replace(/\/$/, '')
    if (path === '*') return
    methods.set(path, new Set([...(methods.get(path) ?? []), ...[method].flat()]))
  })
  return methods
}

/** Answers what no route does on a known path: OPTIONS with the allowed methods, any other method with 405. */
export function answerOtherMethods(app: FastifyInstance, methods: ReadonlyMap<string, ReadonlySet<string>>) {
  const routable = METHODS.filter((method) => !UNROUTABLE.has(method)) as HTTPMethods[]
  for (const method of routable) {
    if (!app.supportedMethods.includes(method)) app.addHttpMethod(method, { hasBody: true })
  }

  for (const [url, known] of [...methods]) {
    const allow = [...known, 'OPTIONS'].sort().join(', ')
    app.options(url, { schema: { hide: true } }, (_, reply) => reply.code(204).header('allow', allow).send())
    app.route({
      url,
      method: routable.filter((method) => !known.has(method) && method !== 'OPTIONS'),
      schema: { hide: true },
      // Before any body is read.
      onRequest: async ({ method }, reply) => {
        reply.header('allow', allow)
        throw new CatalogError('method_not_allowed', `${method} is not allowed here. Allowed: ${allow}.`)
      },
      handler: () => {},
    })
  }
}
