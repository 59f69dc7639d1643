import { isOwnerKey } from '../../secrets.ts'

/*
 * How the owner's key of a list that was made by a plain form comes to the page that its 303 leads to: in a cookie for that
 * address alone, which no script can read and no other website has sent, and which that page clears. So it is in no address,
 * no history of a browser and no log.
 */

const NAME = 'owner-key'

/** Long enough for a slow line, short enough for a browser that never comes to the page. */
const SECONDS = 300

/** The cookie for the page at a path, as its Set-Cookie says it. */
export const keyCookie = (path: string, key: string, isSecure: boolean): string => cookie(path, key, SECONDS, isSecure)

export const clearedKeyCookie = (path: string, isSecure: boolean): string => cookie(path, '', 0, isSecure)

const cookie = (path: string, value: string, seconds: number, isSecure: boolean) =>
  `${NAME}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`

/** The key in the cookies of a request; undefined if there is none. */
export function keyOfCookie(cookies: string | undefined): string | undefined {
  const [, key] = /(?:^|; ?)owner-key=([\w-]{1,100})(?:;|$)/.exec(cookies ?? '') ?? []
  return key !== undefined && isOwnerKey(key) ? key : undefined
}
