import { createHash } from 'node:crypto'
import confusables from './confusables.json' with { type: 'json' } // written by scripts/confusables.py

/** For each character that looks like others, the text that stands for all of them. */
const PROTOTYPES = new Map(
  Object.entries(confusables).flatMap(([prototype, alike]) => [...alike].map((character) => [character, prototype])),
)

const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu

/** Returns the skeleton of a text (UTS 39, section 4): texts that look the same have the same skeleton. */
function skeleton(text: string): string {
  const characters = [...text.normalize('NFKD').replaceAll(INVISIBLE, '')]
  return characters.map((character) => PROTOTYPES.get(character) ?? character).join('')
}

/** Returns how a name looks: names that can be mistaken for each other, as by I and l, have the same skeleton. */
function skeletonOf(name: string): string {
  const folded = skeleton(skeleton(name).toLowerCase())
  return folded.replaceAll('i', 'l').trim().replaceAll(/\s+/gu, ' ')
}

/** Returns the SHA-256 of a skeleton. Only this is stored, because the name may be of a deleted account. */
export const skeletonHash = (name: string): Buffer<ArrayBuffer> =>
  Buffer.from(createHash('sha256').update(skeletonOf(name)).digest())

/** Names that could be mistaken for the site itself, or for a missing user. */
const RESERVED = new Set(
  ['admin', 'administrator', 'moderator', 'anonymous', 'deleted', 'system', 'null', 'undefined'].map(skeletonOf),
)

const SHAPE = /^(?! )[\p{L}\p{M}\p{Nd} ._-]{2,40}(?<! )$/u

/** Matches a mark that stands on no letter. */
const LOOSE_MARK = /(?<![\p{L}\p{M}])\p{M}/u

/** Matches more than two marks above or below a letter, which reach into other lines. */
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
  if (RESERVED.has(skeletonOf(name))) return `The name ${name} is reserved. Choose another one.`
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

/** The scripts that are in use today (UAX 31, tables 5 and 7), by their Unicode names. */
const SCRIPTS =
  `Arabic Armenian Bengali Bopomofo Cyrillic Devanagari Ethiopic Georgian Greek Gujarati Gurmukhi Hangul Han
  Hebrew Hiragana Kannada Katakana Khmer Lao Latin Malayalam Myanmar Oriya Sinhala Tamil Telugu Thaana Thai Tibetan
  Adlam Balinese Bamum Batak Canadian_Aboriginal Chakma Cham Cherokee Hanifi_Rohingya Javanese Kayah_Li Lepcha Limbu
  Lisu Mandaic Meetei_Mayek Miao New_Tai_Lue Newa Nko Nyiakeng_Puachue_Hmong Ol_Chiki Osage Saurashtra Sundanese
  Syloti_Nagri Syriac Tai_Le Tai_Tham Tai_Viet Tifinagh Vai Wancho Yi`.split(/\s+/)

/** The scripts that Japanese, Korean and Taiwanese texts mix (UTS 39, section 5.1). */
const MIXED = [
  ['Han', 'Hiragana', 'Katakana'],
  ['Han', 'Hangul'],
  ['Han', 'Bopomofo'],
]

/** Matches texts of one script each, or of scripts that a language mixes, with shared digits and punctuation. */
const TEXTS = [...SCRIPTS.map((script) => [script]), ...MIXED].map(
  (scripts) =>
    new RegExp(`^[${['Common', 'Inherited', ...scripts].map((name) => `\\p{scx=${name}}`).join('')}]*$`, 'u'),
)

const isOneScript = (text: string): boolean => TEXTS.some((pattern) => pattern.test(text))
