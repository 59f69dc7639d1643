import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import type { Session } from '../../actor.ts'
import { CatalogError } from '../../errors.ts'
import { withDeadline } from '../limits/deadline.ts'
import type { CookieKind, Cookies } from './cookies.ts'
import { SAFE_METHODS } from './methods.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** In which session the request was sent; null for others, and on routes that do not look. */
    session: Session | null
  }
  interface FastifyContextConfig {
    /**
     * Has the route of a page look who asks, so that its responses are never cached. `optional` lets everybody pass, and
     * `required` sends whoever is not signed in to the sign-in page.
     */
    session?: 'optional' | 'required'
  }
}

export interface SessionOptions {
  cookies: SessionCookies
  /** The session of a cookie's secret; null if it is unknown or was ended. */
  sessionOf(secret: string): Promise<Session | null>
  /** Where a request is sent that needs a session and has none. */
  signInAddress(request: FastifyRequest): string
  /** The hosts at which the website's own forms are sent. */
  hosts(request: FastifyRequest): string[]
}

/** The cookies of a session. */
export interface SessionCookies {
  secretOf(request: FastifyRequest): string | undefined
  set(reply: FastifyReply, secret: string): void
  clear(reply: FastifyReply): void
}

/**
 * The cookie with a session's secret, and a readable mark. The mark differs from session to session and says nothing of the
 * user: where it is set, a script asks for the name that the header shows (website/browser/header.ts).
 */
export function sessionCookies(cookies: Cookies, days: number): SessionCookies {
  const seconds = days * 86_400
  const kind: CookieKind = { name: 'session', seconds }
  const mark: CookieKind = { name: 'signed-in', seconds, isReadable: true }
  return {
    secretOf: (request) => cookies.get(request, kind),
    set(reply, secret) {
      cookies.set(reply, kind, secret)
      cookies.set(reply, mark, createHash('sha256').update(`mark ${secret}`).digest('base64url').slice(0, 8))
    },
    clear(reply) {
      cookies.clear(reply, kind)
      cookies.clear(reply, mark)
    },
  }
}

/**
 * Sets `request.session` on routes that ask for it. Their responses are never stored by any cache, and forms that were sent
 * from another site are refused before the session is even looked up.
 */
export const sessions = fastifyPlugin<SessionOptions>(async (app, options) => {
  const { cookies, sessionOf, signInAddress } = options
  app.decorateRequest('session', null)

  app.addHook('onRequest', (request, reply, done) => {
    const { session } = request.routeOptions.config
    if (session === undefined) return done()
    const secret = cookies.secretOf(request)
    if (secret === undefined && session === 'optional') return done()
    keepPrivate(reply)
    lookUp(request, reply, secret, session === 'required').then((isAnswered) => void (isAnswered || done()), done)
  })

  /** Returns whether the request was answered. */
  async function lookUp(request: FastifyRequest, reply: FastifyReply, secret: string | undefined, isRequired: boolean) {
    if (!SAFE_METHODS.has(request.method)) requireOwnForm(request, options.hosts(request))
    if (secret !== undefined) request.session = await withDeadline(request, reply, () => sessionOf(secret))
    if (secret !== undefined && request.session === null) cookies.clear(reply)
    if (secret !== undefined && request.session?.isRenewed) cookies.set(reply, secret)
    if (request.session !== null || !isRequired) return false
    reply.redirect(signInAddress(request), 303)
    return true
  }
})

/** Has no cache keep a response, and has the pages' own forms say where they were sent from. */
export function keepPrivate(reply: FastifyReply): void {
  reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'same-origin' })
  reply.vary('Cookie')
}

/**
 * Refuses a form that another site made a browser send. Browsers say where a request comes from in `Sec-Fetch-Site`, or on plain
 * http in `Origin`; a request without either is refused too. SameSite cookies alone would trust all hosts of the domain.
 */
export function requireOwnForm({ headers }: FastifyRequest, hosts: readonly string[]): void {
  const { 'sec-fetch-site': site, origin } = headers
  const isOwn =
    site === undefined
      ? origin !== undefined && URL.canParse(origin) && hosts.includes(new URL(origin).host)
      : site === 'same-origin' || site === 'none'
  if (isOwn) return
  throw new CatalogError(
    'forbidden',
    'Forbidden: this form was not sent from this website. Open the page and try again.',
  )
}

/** The session of a route that only a signed-in request reaches. */
export function requireSession(session: Session | null): Session {
  if (session === null) throw new CatalogError('unauthenticated', 'You are not signed in.')
  return session
}
