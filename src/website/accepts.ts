import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'

/** Returns whether an Accept header names HTML with a weight above 0, as browsers do. A wildcard does not count. */
export const acceptsHtml = (header: string | undefined): boolean =>
  header !== undefined && /(?<![\w-])text\/html(?![\w-])(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(header)

/** Matches how browsers, and the robots by which chats preview links, call themselves. */
const READERS = /\b(mozilla|opera|whatsapp|facebookexternalhit)\b|bot\b/i

/**
 * Returns whether a request asks for a page where programs get JSON: one that accepts HTML, or anything if it calls
 * itself a browser or a robot. Scripts of other sites (`Sec-Fetch-Dest: empty`) get JSON.
 */
function asksForPage({ accept, ...headers }: IncomingHttpHeaders): boolean {
  if (acceptsHtml(accept)) return true
  if (accept?.includes('*/*') === false || /json/i.test(accept ?? '') || headers['sec-fetch-dest'] === 'empty')
    return false
  return READERS.test(headers['user-agent'] ?? '')
}

/** Matches paths that are never pages: the API, the probes, and paths that look like a file. */
const FOR_PROGRAMS = /^\/(v\d+|docs|healthz|readyz|metrics|[^/?#]+\.\w+)(?![^/?#])/

export function isForWebsite({ raw, routeOptions, matchedPath }: FastifyRequest): boolean {
  const pattern = routeOptions.url === '*' ? undefined : (routeOptions.url ?? matchedPath)
  return !FOR_PROGRAMS.test(pattern ?? (raw.url ?? '').replace(/^https?:\/\/[^/?#]*/i, ''))
}

/** Route constraint: a route with `wants: 'page'` serves browsers, and the same path without it serves programs. */
export const wantsPage = {
  name: 'wants',
  storage: () => {
    const handlers = new Map<unknown, never>()
    return {
      get: (wants: unknown) => handlers.get(wants) ?? null,
      set: (wants: unknown, handler: never) => void handlers.set(wants, handler),
    }
  },
  deriveConstraint: ({ headers }: { headers: IncomingHttpHeaders }) => (asksForPage(headers) ? 'page' : undefined),
}
