import type { FastifyReply, FastifyRequest } from 'fastify'
import { LOOPBACK, type PasskeySupport, passkeySupport, type RelyingParty } from '../../accounts/passkeys/webauthn.ts'
import type { AccountContext } from '../../accounts/sign-in/service.ts'
import type { Session } from '../../actor.ts'
import { CatalogError, invalid } from '../../errors.ts'
import { type CookieKind, type Cookies, requireSession, type SessionCookies } from '../../http/request/session.ts'
import type { OwnContext } from '../account/service.tsx'
import type { Site } from '../components/site.ts'

export interface AccountRoutesOptions {
  context: OwnContext
  steps: PendingSteps
  session: SessionCookies
}

/** Returns whether passkeys work at the address of a request. */
export const supportAt = ({ urls, accounts }: AccountContext, { host }: { host: string }): PasskeySupport =>
  passkeySupport(urls.website, host, accounts.passkeys)

/** Returns the relying party of a request. Throws a 403 where passkeys do not work. */
export function requireParty(context: AccountContext, request: { host: string }): RelyingParty {
  const support = supportAt(context, request)
  if (support.party === undefined) throw new CatalogError('forbidden', support.reason)
  return support.party
}

/**
 * Returns the origins that own forms may come from. They differ for a website at localhost that was opened at
 * 127.0.0.1, and behind proxies that change the Host header.
 */
export function ownOrigins({ urls }: Pick<AccountContext, 'urls'>, { host }: { host: string }): string[] {
  const { origin, protocol } = new URL(urls.website)
  const opened = `${protocol}//${host}`
  return URL.canParse(opened) ? [origin, new URL(opened).origin] : [origin]
}

/**
 * Returns the address of a page at localhost if the website is there and was opened at an IP address: browsers keep
 * cookies and passkeys for each host.
 */
export function addressAtLocalhost(website: string, { host, url }: { host: string; url: string }): string | undefined {
  const isElsewhere = URL.canParse(`http://${host}`) && LOOPBACK.test(new URL(`http://${host}`).hostname)
  return isElsewhere && new URL(website).hostname === 'localhost' ? website + url : undefined
}

/**
 * Refuses a sign-in at a provider (422) if the website was opened at another host of this machine: the provider returns
 * to the website's address, where the browser does not send the cookie.
 */
export function requireOwnHost({ urls }: Pick<AccountContext, 'urls'>, { host }: { host: string }): void {
  const { hostname, origin } = new URL(urls.website)
  const opened = URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : hostname
  if (!LOOPBACK.test(hostname) || opened === hostname) return
  throw invalid({ '': [`This works only at ${origin}, the address of this site. Open it there.`] })
}

/** Returns the account and the session of a request. Throws a 401 without a session. */
export function accountOf({ session }: { session: Session | null }) {
  const { id: sessionId, actor } = requireSession(session)
  return { userId: actor.user.id, sessionId, name: actor.user.name }
}

/** Visible ASCII without a backslash, which browsers read as a slash. */
const PATH = /^\/(?!\/)[!-[\]-~]{0,1000}$/

/** Returns the path to continue at after signing in. Another site could be a copy that steals secrets. */
export function returnPath({ base }: Pick<Site, 'base'>, wanted: unknown): string {
  const fallback = `${base}/account`
  if (typeof wanted !== 'string' || !PATH.test(wanted) || !URL.canParse(wanted, ANYWHERE)) return fallback
  const { origin, pathname, search } = new URL(wanted, ANYWHERE)
  const isOurs = origin === ANYWHERE && (pathname === base || pathname.startsWith(`${base}/`))
  return isOurs && !pathname.startsWith('//') ? pathname + search : fallback
}

const ANYWHERE = 'http://website.invalid'

/** Returns the path of the sign-in page for a request. After a POST, it leads to the account's page. */
export function signInPath({ base }: Pick<Site, 'base'>, { method, url }: { method: string; url: string }): string {
  const wanted = method === 'GET' ? `?return_to=${encodeURIComponent(base + url)}` : ''
  return `${base}/sign-in${wanted}`
}

/** The cookie with the secrets of the sign-ins that are pending in a browser, newest first and separated by dots. */
const PENDING: CookieKind = { name: 'sign-in', seconds: 900 }

/** Maximum number of sign-ins that are pending in a browser, for example in several tabs. The oldest one is forgotten. */
const MAX_PENDING = 5

type PendingSteps = ReturnType<typeof pendingSteps>

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
