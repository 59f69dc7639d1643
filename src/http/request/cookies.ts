import cookie from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fastifyPlugin from 'fastify-plugin'

/** A cookie that holds a secret, or a mark that the browser has one. */
export interface CookieKind {
  /** Name of the cookie, without the prefix that is added on https. */
  name: string
  /** Lifetime in the browser, in seconds. */
  seconds: number
  /** Whether scripts may read it. A secret is never readable. */
  isReadable?: boolean
}

/** Parses and sets cookies. Registered for the website only; the API never reads cookies. */
export const cookieParsing = fastifyPlugin(async (app) => {
  await app.register(cookie, { hook: 'preHandler' }) // later than cached responses, which read no cookies
})

export type Cookies = ReturnType<typeof cookiesOf>

/**
 * Reads and sets the cookies of the website. On https their names begin with `__Host-`, so that other hosts and plain
 * http cannot set them.
 */
export function cookiesOf(isSecure: () => boolean) {
  const nameOf = ({ name }: CookieKind) => (isSecure() ? `__Host-${name}` : name)
  const optionsOf = ({ isReadable = false }: CookieKind) =>
    ({ path: '/', sameSite: 'lax', secure: isSecure(), httpOnly: !isReadable }) as const
  return {
    get({ headers, server }: FastifyRequest, kind: CookieKind): string | undefined {
      const value = headers.cookie === undefined ? undefined : server.parseCookie(headers.cookie)[nameOf(kind)]
      return value !== undefined && /^[\w.-]{1,300}$/.test(value) ? value : undefined
    },
    set(reply: FastifyReply, kind: CookieKind, value: string): void {
      reply.setCookie(nameOf(kind), value, { ...optionsOf(kind), maxAge: kind.seconds })
    },
    clear(reply: FastifyReply, kind: CookieKind): void {
      reply.clearCookie(nameOf(kind), optionsOf(kind))
    },
  }
}
