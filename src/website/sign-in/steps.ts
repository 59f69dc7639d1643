import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CookieKind, Cookies } from '../../http/request/session.ts'

/** The cookie with the secrets of the sign-ins that are pending in a browser, newest first and separated by dots. */
const PENDING: CookieKind = { name: 'sign-in', seconds: 900 }

/** Maximum number of sign-ins that are pending in a browser, for example in several tabs. The oldest one is forgotten. */
const MAX_PENDING = 5

export type PendingSteps = ReturnType<typeof pendingSteps>

/** Keeps the secrets of pending sign-ins in a cookie of the browser. */
export const pendingSteps = (cookies: Cookies) => {
  const of = (request: FastifyRequest): string[] =>
    (cookies.get(request, PENDING) ?? '').split('.').filter((secret) => secret !== '')
  return {
    /** Returns the secrets of the browser's pending sign-ins, newest first. Some may be over. */
    of,
    add(request: FastifyRequest, reply: FastifyReply, secret: string): void {
      cookies.set(reply, PENDING, [secret, ...of(request)].slice(0, MAX_PENDING).join('.'))
    },
    /** Clears the cookie after a step is done, unless other sign-ins may be pending. */
    settle(request: FastifyRequest, reply: FastifyReply): void {
      if (of(request).length <= 1) cookies.clear(reply, PENDING)
    },
  }
}
