import { nameKey } from '../text/name-key.ts'

/** Names that could be mistaken for the site itself, or for a missing user. */
const RESERVED = new Set(['admin', 'administrator', 'moderator', 'anonymous', 'deleted', 'system', 'null', 'undefined'])

const SHAPE = /^(?! )[\p{L}\p{M}\p{Nd} ._-]{2,40}(?<! )$/u

/** Some letters and marks are invisible, such as U+3164. With them, a name could look like that of somebody else. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu

/** Returns what is wrong with the chosen name of an account, or undefined. Does not check whether the name is free. */
export function problemOfName(name: string): string | undefined {
  if (!SHAPE.test(name) || name.search(INVISIBLE) !== -1) {
    return 'A name has 2 to 40 letters, digits, spaces, or the characters - _ and . and no space at either end.'
  }
  if (RESERVED.has(nameKey(name))) return `The name ${name} is reserved. Choose another one.`
  return undefined
}

/** Makes a valid account name from the name that a provider reports. Returns '' if none can be made. */
export function suggestedName(text: string): string {
  const name = text
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{M}\p{Nd} ._-]/gu, '')
    .replaceAll(INVISIBLE, '')
    .slice(0, 40)
    .trim()
  return problemOfName(name) === undefined ? name : ''
}
