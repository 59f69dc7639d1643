import { METHODS } from 'node:http'
import type { FastifyInstance, HTTPMethods } from 'fastify'
import { CatalogError } from '../../errors.ts'

/** CONNECT never reaches a route (response/socket-errors.ts). */
const UNROUTABLE = new Set(['CONNECT'])

/** Collects the methods of all routes that are registered after this call, by path. */
export function collectMethods(app: FastifyInstance): Map<string, Set<string>> {
  const methods = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method }) => {
    const path = url === '/' ? url : url.replace(/\/$/, '')
    if (path === '*') return
    methods.set(path, new Set([...(methods.get(path) ?? []), ...[method].flat()]))
  })
  return methods
}

/**
 * Registers the methods that a path has no route for: OPTIONS, which gives the allowed methods, and all others, which
 * are 405.
 */
export function refuseOtherMethods(app: FastifyInstance, methods: ReadonlyMap<string, ReadonlySet<string>>) {
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
