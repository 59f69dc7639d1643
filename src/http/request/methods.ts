import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import findMyWay from 'find-my-way'
import { CatalogError } from '../../errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The path of the routes that the address has for other methods; undefined where the request has a route, or no path. */
    pathOfOthers: string | undefined
  }
}

interface KnownPath {
  path: string
  methods: Set<string>
}

/** The methods of all paths that have a route. */
export interface PathMethods {
  /** Registers OPTIONS for each path, which gives the allowed methods: to be called once all routes are known. */
  describe(): void
  /** The error of a request without a route whose path has routes for other methods, which are put into its response. */
  errorOf(request: FastifyRequest, reply: FastifyReply): CatalogError | undefined
}

/*
 * A method that a path has no route for is 405, and which of them it has is told. To register a route for each of the 34 methods
 * of HTTP and each path is the plain way, but takes a tenth of a second of each start. So what has no route is looked up
 * among the paths, by the router that Fastify has, too.
 */

/** Collects the methods of all routes that are registered after this call. */
export function collectMethods(
  app: FastifyInstance,
  options: { ignoreTrailingSlash: boolean; maxParamLength: number },
): PathMethods {
  const known = new Map<string, KnownPath>()
  const router = findMyWay(options)
  app.decorateRequest('pathOfOthers', undefined)
  app.addHook('onRoute', ({ url, method }) => {
    const path = url === '/' ? url : url.replace(/\/$/, '')
    if (path === '*') return
    const found = known.get(path)
    const { methods } = found ?? { methods: new Set() }
    for (const each of [method].flat()) methods.add(each)
    if (found !== undefined) return
    known.set(path, { path, methods })
    router.on('GET', path, () => {}, known.get(path))
  })
  const allowed = ({ methods }: KnownPath) => [...methods].sort().join(', ')

  return {
    describe() {
      for (const found of [...known.values()]) {
        app.options(found.path, { schema: { hide: true } }, (_, reply) =>
          reply.code(204).header('allow', allowed(found)).send(),
        )
      }
    },

    errorOf(request, reply) {
      const found = router.find('GET', request.raw.url ?? '')?.store as KnownPath | undefined
      if (found === undefined) return undefined
      request.pathOfOthers = found.path
      const allow = allowed(found)
      reply.header('allow', allow)
      return new CatalogError('method_not_allowed', `${request.method} is not allowed here. Allowed: ${allow}.`)
    },
  }
}
