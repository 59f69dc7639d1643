import { type PasskeySupport, passkeySupport, type RelyingParty } from '../../accounts/passkeys/relying-party.ts'
import type { AccountContext } from '../../accounts/sign-in/service.ts'
import { CatalogError } from '../../errors.ts'
import type { CookieKind, Cookies } from '../../http/request/cookies.ts'
import type { SessionCookies } from '../../http/request/session.ts'

/** What the pages of accounts need. */
export interface AccountRoutesOptions {
  context: AccountContext
  cookies: Cookies
  session: SessionCookies
}

/** The cookie of a sign-in that has begun in a browser. */
export const STEP: CookieKind = { name: 'sign-in', seconds: 900 }

/** Whether passkeys can be used where a request was sent. */
export const supportAt = ({ urls, accounts }: AccountContext, { host }: { host: string }): PasskeySupport =>
  passkeySupport(urls.website, host, accounts.passkeys)

/** The relying party of a request; 403 where passkeys can't be used. */
export function requireParty(context: AccountContext, request: { host: string }): RelyingParty {
  const support = supportAt(context, request)
  if (support.party === undefined) throw new CatalogError('forbidden', support.reason)
  return support.party
}

/** The hosts at which the website's own forms are sent: behind some proxies, requests name another one than browsers. */
export const ownHosts = ({ urls }: Pick<AccountContext, 'urls'>, { host }: { host: string }): string[] => [
  host,
  new URL(urls.website).host,
]
