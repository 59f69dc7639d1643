import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import findMyWay from 'find-my-way'
import { CatalogError } from '../../errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The path of the routes that the address has for other methods; undefined where the request has a route, or no path. */
    matchedPath: string | undefined
  }
}

/** What asks for a representation. */
export const READ_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD'])

/** What changes nothing (RFC 9110, 9.2.1), of the methods that routes have. */
export const SAFE_METHODS: ReadonlySet<string> = new Set([...READ_METHODS, 'OPTIONS'])

interface KnownPath {
  path: string
  methods: Set<string>
}

/** The methods of all paths that have a route. */
export interface PathMethods {
  /** Registers OPTIONS for each path, which gives the allowed methods: to be called once all routes are known. */
  registerOptions(): void
  /** The error of a request without a route whose path has routes for other methods, which are put into its response. */
  errorOf(request: FastifyRequest, reply: FastifyReply): CatalogError | undefined
}

/*
 * A method for which a path has no route is answered with 405 and the methods that it has. To register a route for each of
 * the 34 methods on each path would be simpler, but takes a tenth of a second of each start: what has no route is looked up
 * among the paths, by the router that Fastify uses.
 */

/** Collects the methods of all routes that are registered after this call. */
export function collectMethods(
  app: FastifyInstance,
  options: { ignoreTrailingSlash: boolean; maxParamLength: number },
): PathMethods {
  const known = new Map<string, KnownPath>()
  const router = findMyWay(options)
  app.decorateRequest('matchedPath', undefined)
  app.addHook('onRoute', ({ url, method }) => {
    const path = url === '/' ? url : url.replace(/\/$/, '')
    if (path === '*') return
    let entry = known.get(path)
    if (entry === undefined) {
      entry = { path, methods: new Set() }
      known.set(path, entry)
      router.on('GET', path, () => {}, entry)
    }
    for (const each of [method].flat()) entry.methods.add(each)
  })
  const allowed = ({ methods }: KnownPath) => [...methods].sort().join(', ')

  return {
    registerOptions() {
      for (const found of [...known.values()]) {
        app.options(found.path, { schema: { hide: true } }, (_, reply) =>
          reply.code(204).header('allow', allowed(found)).send(),
        )
      }
    },

    errorOf(request, reply) {
      const found = router.find('GET', request.raw.url ?? '')?.store as KnownPath | undefined
      if (found === undefined) return undefined
      request.matchedPath = found.path
      const allow = allowed(found)
      reply.header('allow', allow)
      return new CatalogError('method_not_allowed', `${request.method} is not allowed here. Allowed: ${allow}.`)
    },
  }
}
