/**
 * Replaces control characters, except tab and line feed, and marks that change the direction of writing by U+FFFD. Names and
 * files of strangers may hold any of them.
 */
export const harmless = (text: string): string =>
  text.replaceAll(/[^\P{Cc}\t\n]|[\u202A-\u202E\u2066-\u2069]/gu, '\uFFFD')

/** Characters that take no visible place: formats, spaces and blank letters. */
const INVISIBLE = /^[\p{C}\p{Z}\u115F\u1160\u2800\u3164\uFFA0]*$/u

/** Returns a name as a page shows it: harmless, and U+FFFD if nothing in it is visible, so that a link has a text. */
export const visibleName = (name: string): string => (INVISIBLE.test(name) ? '\uFFFD' : harmless(name))
