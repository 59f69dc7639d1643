import { LOOPBACK, type PasskeySupport, passkeySupport, type RelyingParty } from '../../accounts/passkeys/webauthn.ts'
import type { AccountContext } from '../../accounts/sign-in/service.ts'
import type { Session } from '../../actor.ts'
import { CatalogError, invalid } from '../../errors.ts'
import { requireSession, type SessionCookies } from '../../http/request/session.ts'
import type { OwnContext } from '../account/service.tsx'
import type { PendingSteps } from './steps.ts'

/** Options of the routes of accounts. */
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
 * Returns the origins that own forms may come from: that of the website, and the opened host with the same scheme. They
 * differ for a website at localhost that was opened at 127.0.0.1, and behind proxies that change the Host header.
 */
export function ownOrigins({ urls }: Pick<AccountContext, 'urls'>, { host }: { host: string }): string[] {
  const { origin, protocol } = new URL(urls.website)
  const opened = `${protocol}//${host}`
  return URL.canParse(opened) ? [origin, new URL(opened).origin] : [origin]
}

/**
 * Returns the address of a page at the website's own host if the website is at localhost and the page was opened at an
 * IP address of this machine. Browsers keep cookies and passkeys for each host, and providers return to the website's.
 */
export function addressAtLocalhost(website: string, { host, url }: { host: string; url: string }): string | undefined {
  const isElsewhere = URL.canParse(`http://${host}`) && LOOPBACK.test(new URL(`http://${host}`).hostname)
  return isElsewhere && new URL(website).hostname === 'localhost' ? website + url : undefined
}

/**
 * Refuses a sign-in at a provider (422) if the website is at an IP address of this machine and was opened at another host,
 * such as localhost. The provider returns to the website's address, where the browser does not send the sign-in's cookie.
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
