import cookie from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fastifyPlugin from 'fastify-plugin'

/** A cookie whose value is a secret, or says that there is one. */
export interface CookieKind {
  /** Its name without the prefix that it has on https. */
  name: string
  /** How long a browser keeps it, in seconds. */
  seconds: number
  /** Whether scripts may read it. A secret is never readable. */
  isReadable?: boolean
}

/** Cookies of a website: on https with the prefix `__Host-`, so that no other host and no plain http can set them. */
export interface Cookies {
  get(request: FastifyRequest, kind: CookieKind): string | undefined
  set(reply: FastifyReply, kind: CookieKind, value: string): void
  clear(reply: FastifyReply, kind: CookieKind): void
}

/** Parses and sets cookies, in the scope of the website alone: the API never reads one. */
export const cookieParsing = fastifyPlugin(async (app) => {
  await app.register(cookie, { hook: 'preHandler' }) // cached responses end before, and read none
})

export function cookiesOf(isSecure: () => boolean): Cookies {
  const nameOf = ({ name }: CookieKind) => (isSecure() ? `__Host-${name}` : name)
  const options = () => ({ path: '/', sameSite: 'lax', secure: isSecure() }) as const
  return {
    get({ headers, server }, kind) {
      const value = headers.cookie === undefined ? undefined : server.parseCookie(headers.cookie)[nameOf(kind)]
      return value !== undefined && /^[\w-]{1,100}$/.test(value) ? value : undefined
    },
    set: (reply, kind, value) =>
      void reply.setCookie(nameOf(kind), value, {
        ...options(),
        httpOnly: kind.isReadable !== true,
        maxAge: kind.seconds,
      }),
    clear: (reply, kind) => void reply.clearCookie(nameOf(kind), { ...options(), httpOnly: kind.isReadable !== true }),
  }
}
