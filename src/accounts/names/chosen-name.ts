import { INVISIBLE, lookOf } from './look.ts'
import { isOneScript } from './scripts.ts'

/** Names that could be mistaken for the site itself, or for a missing user. */
const RESERVED = new Set(
  ['admin', 'administrator', 'moderator', 'anonymous', 'deleted', 'system', 'null', 'undefined'].map(lookOf),
)

const SHAPE = /^(?! )[\p{L}\p{M}\p{Nd} ._-]{2,40}(?<! )$/u

/** Matches a mark that stands on no letter. */
const LOOSE_MARK = /(?<![\p{L}\p{M}])\p{M}/u

/**
 * Matches more than two marks above or below a letter: many of them reach into other lines. Vowel signs that have a width
 * do not count.
 */
const MANY_MARKS = /[\p{Mn}\p{Me}]{3}/u

/** Returns what is wrong with the chosen name of an account, or undefined. Does not check whether the name is free. */
export function problemOfName(name: string): string | undefined {
  if (!SHAPE.test(name) || name.search(INVISIBLE) !== -1) {
    return 'A name has 2 to 40 letters, digits, spaces, or the characters - _ and . and no space at either end.'
  }
  if (name.includes('  ')) return 'A name cannot have two spaces in a row.'
  if (LOOSE_MARK.test(name) || MANY_MARKS.test(name))
    return 'A name can have accents only on letters, at most two on each.'
  if (!isOneScript(name)) return 'The letters of a name must be of one script, such as Latin or Cyrillic.'
  if (RESERVED.has(lookOf(name))) return `The name ${name} is reserved. Choose another one.`
  return undefined
}

/** Makes a valid account name from the name that a provider reports. Returns '' if none can be made. */
export function suggestedName(text: string): string {
  const name = text
    .normalize('NFC')
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/[^\p{L}\p{M}\p{Nd} ._-]/gu, '')
    .replaceAll(INVISIBLE, '')
    .replaceAll(/ +/g, ' ')
    .slice(0, 40)
    .trim()
  return problemOfName(name) === undefined ? name : ''
}
