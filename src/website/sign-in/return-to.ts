import type { Site } from '../parts/site.ts'

/**
 * Visible ASCII without a backslash, which browsers read as a slash. Anything else is percent-encoded in an address.
 */
const PATH = /^\/(?!\/)[!-[\]-~]{0,1000}$/

/**
 * Returns the path to continue at after signing in: the wanted one if it is a path of this website, otherwise the
 * account's page. A redirect to another site could lead to a copy of ours that steals secrets.
 */
export function returnPath({ base }: Pick<Site, 'base'>, wanted: unknown): string {
  const fallback = `${base}/account`
  if (typeof wanted !== 'string' || !PATH.test(wanted) || !URL.canParse(wanted, ANYWHERE)) return fallback
  const { origin, pathname, search } = new URL(wanted, ANYWHERE)
  const isOurs = origin === ANYWHERE && (pathname === base || pathname.startsWith(`${base}/`))
  return isOurs && !pathname.startsWith('//') ? pathname + search : fallback
}

const ANYWHERE = 'http://website.invalid'

/**
 * Returns the path of the sign-in page for a request that needs a session. After a POST, it leads to the account's
 * page.
 */
export function signInPath({ base }: Pick<Site, 'base'>, { method, url }: { method: string; url: string }): string {
  const wanted = method === 'GET' ? `?return_to=${encodeURIComponent(base + url)}` : ''
  return `${base}/sign-in${wanted}`
}
