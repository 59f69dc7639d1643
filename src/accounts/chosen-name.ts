import { nameKey } from '../text/name-key.ts'

/** Names that look like the site itself, or like nobody. */
const RESERVED = new Set(['admin', 'administrator', 'moderator', 'anonymous', 'deleted', 'system', 'null', 'undefined'])

const SHAPE = /^(?! )[\p{L}\p{M}\p{Nd} ._-]{2,40}(?<! )$/u

/** Returns what is wrong with a name that somebody chose for their account, or undefined. Whether it is free is not looked at. */
export function problemOfName(name: string): string | undefined {
  if (!SHAPE.test(name)) {
    return 'A name has 2 to 40 letters, digits, spaces, or the characters - _ and . and no space at either end.'
  }
  if (RESERVED.has(nameKey(name))) return `The name ${name} is reserved. Choose another one.`
  return undefined
}

/** Returns a name that can be chosen, made of what a provider calls somebody; empty if nothing of it can be used. */
export function suggestedName(text: string): string {
  const name = text
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{M}\p{Nd} ._-]/gu, '')
    .slice(0, 40)
    .trim()
  return problemOfName(name) === undefined ? name : ''
}
