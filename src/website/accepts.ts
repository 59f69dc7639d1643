import type { FastifyRequest } from 'fastify'

/** Whether an Accept header names HTML with a weight above 0, as browsers do. A wildcard, which programs send, does not count. */
export const acceptsHtml = (header: string | undefined): boolean =>
  header !== undefined && /(?<![\w-])text\/html(?![\w-])(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(header)

/** Paths for programs whatever they accept: the API of any version, the probes, and paths that look like a file. */
const FOR_PROGRAMS = /^\/(v\d+|docs|healthz|readyz|metrics|[^/?#]+\.\w+)(?![^/?#])/

/** Whether a request is for a page of the website or for an unknown path. */
export function isForWebsite({ raw, routeOptions, matchedPath }: FastifyRequest): boolean {
  const pattern = routeOptions.url === '*' ? undefined : (routeOptions.url ?? matchedPath)
  return !FOR_PROGRAMS.test(pattern ?? (raw.url ?? '').replace(/^https?:\/\/[^/?#]*/i, ''))
}

/** Constraint by which a route with `wants: 'page'` answers browsers, and the route without it answers programs. */
export const wantsPage = {
  name: 'wants',
  storage: () => {
    const handlers = new Map<unknown, never>()
    return {
      get: (wants: unknown) => handlers.get(wants) ?? null,
      set: (wants: unknown, handler: never) => void handlers.set(wants, handler),
    }
  },
  deriveConstraint: ({ headers }: { headers: { accept?: string | undefined } }) =>
    acceptsHtml(headers.accept) ? 'page' : undefined,
}
