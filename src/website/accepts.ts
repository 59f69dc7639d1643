import type { FastifyRequest } from 'fastify'

/**
 * Whether a request is of a browser, which shows what it gets: HTML is named, with a weight above 0. That anything will
 * do, as programs say, is not enough.
 */
export const acceptsHtml = (header: string | undefined): boolean =>
  header !== undefined && /(?<![\w-])text\/html(?![\w-])(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(header)

/** The addresses that are for programs, whatever they accept: those of the API, of any version, and what is called like a file. */
const FOR_PROGRAMS = /^\/(v\d+|docs|healthz|readyz|metrics|[^/?#]+\.\w+)(?![^/?#])/

/** Whether a request is for the website: for one of its pages, or for an address that nothing has. */
export function isForWebsite({ raw, routeOptions, matchedPath }: FastifyRequest): boolean {
  const pattern = routeOptions.url === '*' ? undefined : (routeOptions.url ?? matchedPath)
  return !FOR_PROGRAMS.test(pattern ?? (raw.url ?? '').replace(/^https?:\/\/[^/?#]*/i, ''))
}

/** Has a route of `wants: 'page'` go before that of the same path without. */
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
