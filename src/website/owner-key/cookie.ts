import { isOwnerKey } from '../../secrets.ts'

/*
 * Carries a new list's owner key from the plain upload form to the list's page, which clears it. Valid for that path
 * only, and not for scripts or other websites. So the key is in no address, history or log.
 */

const NAME = 'owner-key'

/** Lifetime in seconds: long enough for a slow connection, short in case the browser never opens the page. */
const SECONDS = 300

/** Returns the Set-Cookie header that passes the key to the page at `path`. */
export const keyCookie = (path: string, key: string, isSecure: boolean): string => cookie(path, key, SECONDS, isSecure)

export const clearedKeyCookie = (path: string, isSecure: boolean): string => cookie(path, '', 0, isSecure)

const cookie = (path: string, value: string, seconds: number, isSecure: boolean) =>
  `${NAME}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`

/** Returns the owner key in a Cookie header, or undefined. */
export function keyOfCookie(cookies: string | undefined): string | undefined {
  const [, key] = /(?:^|; ?)owner-key=([\w-]{1,100})(?:;|$)/.exec(cookies ?? '') ?? []
  return key !== undefined && isOwnerKey(key) ? key : undefined
}
