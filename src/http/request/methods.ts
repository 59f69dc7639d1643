import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CatalogError } from '../../errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A POST that computes a response and changes nothing. It counts as a read, and works while the disk is full. */
    changesNothing?: boolean
    /** Whether a route that changes nothing counts as a write, because its requests are as large. */
    countsAsWrite?: boolean
  }
  interface FastifyRequest {
    /** The route path that matches the request with other methods. Undefined if the request has a route or no path. */
    matchedPath: string | undefined
  }
}

/** Methods that request a representation. */
export const READ_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD'])

export const SAFE_METHODS: ReadonlySet<string> = new Set([...READ_METHODS, 'OPTIONS'])

/** Reports whether a request changes nothing on the server. */
export const isRead = ({ method, routeOptions }: FastifyRequest): boolean =>
  READ_METHODS.has(method) || routeOptions.config?.changesNothing === true

interface KnownPath {
  path: string
  parts: string[]
  methods: Set<string>
}

export type PathMethods = ReturnType<typeof collectMethods>

/**
 * Collects the methods of all routes, for OPTIONS and for wrong methods. Registering the other methods of each path
 * instead would add 180 ms to every start.
 */
export function collectMethods(app: FastifyInstance) {
  const known = new Map<string, KnownPath>()
  app.decorateRequest('matchedPath', undefined)
  app.addHook('onRoute', ({ url, method }) => {
    const path = url === '/' ? url : url.replace(/\/$/, '')
    if (path === '*') return
    const entry = known.get(path) ?? { path, parts: path.split('/'), methods: new Set() }
    known.set(path, entry)
    for (const each of [method].flat()) entry.methods.add(each)
  })
  const allowed = ({ methods }: KnownPath) => [...methods].sort().join(', ')

  return {
    /** Registers OPTIONS for each path, which returns the allowed methods. Call it after all routes are registered. */
    registerOptions(): void {
      for (const found of [...known.values()]) {
        app.options(found.path, { schema: { hide: true } }, (_, reply) =>
          reply.code(204).header('allow', allowed(found)).send(),
        )
      }
    },

    /** Returns the error of a request whose path has routes only for other methods, and sets its Allow header. */
    errorOf(request: FastifyRequest, reply: FastifyReply): CatalogError | undefined {
      const [path = ''] = request.url.split(/[?#]/, 1)
      const parts = path.replace(/\/$/, '').split('/')
      const found = known.get(parts.join('/') || '/') ?? [...known.values()].find((each) => matches(each.parts, parts))
      if (found === undefined) return undefined
      request.matchedPath = found.path
      const allow = allowed(found)
      reply.header('allow', allow)
      return new CatalogError('method_not_allowed', `${request.method} is not allowed here. Allowed: ${allow}.`)
    },
  }
}

const matches = (route: readonly string[], path: readonly string[]) =>
  route.length === path.length && route.every((part, at) => part === path[at] || isParameterFor(part, path[at] ?? ''))

function isParameterFor(part: string, value: string): boolean {
  const ending = part.indexOf('.') === -1 ? '' : part.slice(part.indexOf('.'))
  return part === '*' || (part.startsWith(':') && value.length > ending.length && value.endsWith(ending))
}
