import type { Site } from '../parts/site.ts'

/** Visible ASCII without a backslash, which browsers read as a slash. Anything else is percent-encoded in an address. */
const PATH = /^\/(?!\/)[!-[\]-~]{0,1000}$/

/**
 * Returns the path at which a person goes on after signing in: the wanted one if it is a path of this website, else the
 * account's page. An address of another site could show a copy of ours and ask for more.
 */
export function returnPath({ base }: Pick<Site, 'base'>, wanted: unknown): string {
  const fallback = `${base}/account`
  if (typeof wanted !== 'string' || !PATH.test(wanted) || !URL.canParse(wanted, ANYWHERE)) return fallback
  const { origin, pathname, search } = new URL(wanted, ANYWHERE)
  const isOurs = origin === ANYWHERE && (pathname === base || pathname.startsWith(`${base}/`))
  return isOurs && !pathname.startsWith('//') ? pathname + search : fallback
}

const ANYWHERE = 'http://website.invalid'

/** Path of the sign-in page for a request that needs a session. After a form the account's page follows: it can't be sent again. */
export function signInPath({ base }: Pick<Site, 'base'>, { method, url }: { method: string; url: string }): string {
  const wanted = method === 'GET' ? `?return_to=${encodeURIComponent(base + url)}` : ''
  return `${base}/sign-in${wanted}`
}
