import { createHash } from 'node:crypto'
import cookie from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import type { Session } from '../../actor.ts'
import { CatalogError } from '../../errors.ts'
import { SAFE_METHODS } from './methods.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The session of the request. Null without one, and on routes without `config.session`. */
    session: Session | null
  }
  interface FastifyContextConfig {
    /**
     * Looks up the session, so that responses are never cached. `required` redirects to the sign-in page without one.
     */
    session?: 'optional' | 'required'
  }
}

interface SessionOptions {
  cookies: SessionCookies
  /** Returns the session with the secret of a cookie; null if it is unknown or has ended. */
  sessionOf(secret: string): Promise<Session | null>
  /** Returns the address to redirect a request to that needs a session and has none. */
  signInAddress(request: FastifyRequest): string
  /** Returns the origins that the website's own forms may come from. */
  origins(request: FastifyRequest): string[]
}

export type SessionCookies = ReturnType<typeof sessionCookies>

/**
 * The cookie with a session's secret, and a mark that scripts can read, by which they request the name for the header.
 */
export function sessionCookies(cookies: Cookies, days: number) {
  const seconds = days * 86_400
  const kind: CookieKind = { name: 'session', seconds }
  const mark: CookieKind = { name: 'signed-in', seconds, isReadable: true }
  return {
    secretOf: (request: FastifyRequest) => cookies.get(request, kind),
    set(reply: FastifyReply, secret: string) {
      cookies.set(reply, kind, secret)
      cookies.set(reply, mark, createHash('sha256').update(`mark ${secret}`).digest('base64url').slice(0, 8))
    },
    clear(reply: FastifyReply) {
      cookies.clear(reply, kind)
      cookies.clear(reply, mark)
    },
  }
}

/** Sets `request.session` on routes with `config.session`. Forms from other sites are refused first. */
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

  async function lookUp(request: FastifyRequest, reply: FastifyReply, secret: string | undefined, isRequired: boolean) {
    if (!SAFE_METHODS.has(request.method)) requireOwnForm(request, options.origins(request))
    if (secret !== undefined) {
      request.session = await sessionOf(secret)
      if (request.session === null) cookies.clear(reply)
      else if (request.session.isRenewed) cookies.set(reply, secret)
    }
    if (request.session !== null || !isRequired) return false
    reply.redirect(signInAddress(request), 303)
    return true
  }
})

/** Makes each route that is registered from now on need a session, unless its config says otherwise. */
export function requireSessions(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    route.config = { session: 'required', ...route.config }
  })
}

/** Keeps caches from storing a response. */
export function keepPrivate(reply: FastifyReply): void {
  reply.header('cache-control', 'no-store')
  reply.vary('Cookie')
}

/**
 * Refuses a form that another site made a browser send, by `Sec-Fetch-Site` or, on plain http, `Origin`. SameSite
 * cookies alone would trust all hosts of the domain.
 */
export function requireOwnForm({ headers }: FastifyRequest, origins: readonly string[]): void {
  const { 'sec-fetch-site': site, origin } = headers
  const isOwn =
    site === undefined ? origin !== undefined && origins.includes(origin) : site === 'same-origin' || site === 'none'
  if (isOwn) return
  throw new CatalogError(
    'forbidden',
    'Forbidden: this form was not sent from this website. Open the page and try again.',
  )
}

export function requireSession(session: Session | null): Session {
  if (session === null) throw new CatalogError('unauthenticated', 'You are not signed in.')
  return session
}

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
 * Reads and sets cookies. On https their names begin with `__Host-`, so that other hosts and plain http cannot set
 * them.
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
