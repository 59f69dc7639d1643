import { createHash } from 'node:crypto'
import confusables from './confusables.json' with { type: 'json' } // written by scripts/confusables.py

/** For each character that looks like others, the text that stands for all of them. */
const PROTOTYPES = new Map(
  Object.entries(confusables).flatMap(([prototype, alike]) => [...alike].map((character) => [character, prototype])),
)

/** Matches characters that are invisible, such as U+3164. */
export const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu

/** Returns the skeleton of a text (UTS 39, section 4): texts that look the same have the same skeleton. */
function skeleton(text: string): string {
  const characters = [...text.normalize('NFKD').replaceAll(INVISIBLE, '')]
  return characters.map((character) => PROTOTYPES.get(character) ?? character).join('')
}

/**
 * Returns how a name looks, regardless of case: names that can be mistaken for each other have the same look. As a capital
 * I looks like a small L, both are the same here. White space of any kind and length counts as one space.
 */
export function lookOf(name: string): string {
  const folded = skeleton(skeleton(name).toLowerCase())
  return folded.replaceAll('i', 'l').trim().replaceAll(/\s+/gu, ' ')
}

/** Returns the SHA-256 of a name's look. The look itself is not stored, because the name may be of a deleted account. */
export const lookHash = (name: string): Buffer<ArrayBuffer> =>
  Buffer.from(createHash('sha256').update(lookOf(name)).digest())
