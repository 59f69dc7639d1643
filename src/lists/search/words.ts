/** Longer words count by their beginning: an index entry has its limit. */
const MAX_LENGTH = 100

/** No person asks for more; what is beyond the longest so many words is not looked at. */
const MAX_WORDS = 50

/** Letters of scripts that are written without spaces between words: Chinese, Japanese, Thai, Lao, Khmer, Burmese. */
const UNSPACED = String.raw`(?=[\p{L}\p{N}])[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]`
const RUNS = new RegExp(String.raw`(?:${UNSPACED})+|(?:(?!${UNSPACED})[\p{L}\p{N}])+`, 'gu')
const IS_UNSPACED = new RegExp(`^${UNSPACED}`, 'u')
const APOSTROPHES = /(?<=[\p{L}\p{N}])['’‘ʼ`](?=[\p{L}\p{N}])/gu

/**
 * The words of texts, each once, in the form in which they are searched. What is written with an apostrophe is there
 * whole and in its parts: "Mirror's" is found as mirrors, mirror's and mirror, "l'élan" as lelan and elan.
 */
export function wordsOf(texts: readonly string[]): string[] {
  const folded = texts.map(fold)
  return [...new Set([...folded, ...folded.map(withoutApostrophes)].flatMap((text) => runsOf(text).flatMap(indexed)))]
}

/** What a search asks for: a list is found if each of these begins one of its words. Empty if the text has no words. */
export function searchedWords(text: string): string[] {
  const words = [...new Set(runsOf(withoutApostrophes(fold(text))).flatMap(asked))].sort()
  // Of `sky` and `skyrim` the second says all: in this order a beginning stands right before what it begins.
  const longest = words.filter((word, index) => words[index + 1]?.startsWith(word) !== true)
  return longest.sort((a, b) => b.length - a.length).slice(0, MAX_WORDS)
}

/** Letters that Unicode does not decompose, and how they are written without them. */
const LETTERS: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ı: 'i', ς: 'σ' }

/** Removes case, accents and variants of width or form. The locale of the database plays no part. */
const fold = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßæœøłđıς]/g, (letter) => LETTERS[letter] ?? letter)

const withoutApostrophes = (text: string) => text.replace(APOSTROPHES, '')

/** Runs of letters and digits, where those without spaces are runs of their own. */
const runsOf = (text: string): string[] => text.match(RUNS) ?? []

/** A word, or each character of a run without spaces together with the next one: any part of it is found. */
function indexed(run: string): string[] {
  if (!IS_UNSPACED.test(run)) return [cut(run)]
  const characters = [...run]
  return characters.map((character, index) => character + (characters[index + 1] ?? ''))
}

/** The last character of a longer run stands in the pair before. */
function asked(run: string): string[] {
  const words = indexed(run)
  return words.length > 1 && IS_UNSPACED.test(run) ? words.slice(0, -1) : words
}

const cut = (word: string) => (word.length <= MAX_LENGTH ? word : [...word].slice(0, MAX_LENGTH).join(''))
