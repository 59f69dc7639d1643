/**
 * Replaces control characters, except tab and line feed, and marks that change the direction of writing by U+FFFD. Names and
 * files of strangers may hold any of them.
 */
export const harmless = (text: string): string =>
  text.replaceAll(/[^\P{Cc}\t\n]|[\u202A-\u202E\u2066-\u2069]/gu, '\uFFFD')

/** Control characters, marks that change the direction of writing (`list\u202Etxt.exe`), and lone surrogates. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/gu

/** Whether a name or another text of one line can be stored: every character is text. */
export const isPrintable = (text: string): boolean => text.search(UNPRINTABLE) === -1

/** Returns a text of one line with U+FFFD instead of every character that `isPrintable` refuses. */
export const printable = (text: string): string => text.replace(UNPRINTABLE, '\uFFFD')

/** Characters that take no visible place: formats, spaces and blank letters. */
const INVISIBLE = /^[\p{C}\p{Z}\u115F\u1160\u2800\u3164\uFFA0]*$/u

/** Whether nothing in a text is visible; an empty text is invisible, too. */
export const isInvisible = (text: string): boolean => INVISIBLE.test(text)

/** Returns a name as a page shows it: harmless, and U+FFFD if nothing in it is visible, so that a link has a text. */
export const visibleName = (name: string): string => (isInvisible(name) ? '\uFFFD' : harmless(name))
