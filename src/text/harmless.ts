/** Marks that change the direction of writing. */
const DIRECTIONS = /[\u202A-\u202E\u2066-\u2069]/g

/** Returns a text with the code of each mark that changes the direction of writing, such as ⟨U+202E⟩, instead of it. */
export const withoutDirections = (text: string): string =>
  text.replace(DIRECTIONS, (mark) => `⟨U+${mark.charCodeAt(0).toString(16).toUpperCase()}⟩`)

/**
 * Returns a text without what could mislead its reader: control characters become U+FFFD, and marks that change the
 * direction of writing their codes.
 */
export const harmless = (text: string): string => withoutDirections(text.replaceAll(/[^\P{Cc}\t\n]/gu, '\uFFFD'))

/** Control characters, marks that change the direction of writing (`list\u202Etxt.exe`), and lone surrogates. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/gu

/** Reports whether a text of one line, such as a name, can be stored and shown. */
export const isPrintable = (text: string): boolean => text.search(UNPRINTABLE) === -1

/** Returns a text of one line with U+FFFD instead of every character that `isPrintable` refuses. */
export const printable = (text: string): string => text.replace(UNPRINTABLE, '\uFFFD')

/** Matches texts of invisible characters only: format characters, spaces and blank letters. */
const INVISIBLE = /^[\p{C}\p{Z}\u115F\u1160\u2800\u3164\uFFA0]*$/u

/** Reports whether a text has no visible character. An empty text is invisible, too. */
export const isInvisible = (text: string): boolean => INVISIBLE.test(text)

/** Returns a name as a page shows it: harmless, or U+FFFD, so that a link always has a visible text. */
export const visibleName = (name: string): string => (isInvisible(name) ? '\uFFFD' : harmless(name))
