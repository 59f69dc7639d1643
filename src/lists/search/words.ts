/** Maximum length of an indexed word; longer words are cut, because PostgreSQL limits index entries. */
const MAX_LENGTH = 100

/** Maximum number of words in a search. If there are more, only the longest ones are used. */
const MAX_WORDS = 50

/** Matches letters of scripts without spaces between words: Chinese, Japanese, Thai, Lao, Khmer and Burmese. */
const UNSPACED = String.raw`(?=[\p{L}\p{N}])[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]`
const RUNS = new RegExp(String.raw`(?:${UNSPACED})+|(?:(?!${UNSPACED})[\p{L}\p{N}])+`, 'gu')
const IS_UNSPACED = new RegExp(`^${UNSPACED}`, 'u')
const APOSTROPHES = /(?<=[\p{L}\p{N}])['’‘ʼ`](?=[\p{L}\p{N}])/gu

/** Returns the words to index. One with an apostrophe also in parts: lelan or elan finds "l'élan". */
export function wordsOf(texts: readonly string[]): string[] {
  const normal = texts.map(normalize)
  return [...new Set([...normal, ...normal.map(withoutApostrophes)].flatMap((text) => runsOf(text).flatMap(indexed)))]
}

/** Returns the words of a search. A list matches if each of them is a prefix of one of its words. */
export function searchedWords(text: string): string[] {
  const words = [...new Set(runsOf(withoutApostrophes(normalize(text))).flatMap(asked))].sort()
  // A prefix of another word is redundant: `skyrim` implies `sky`, which comes just before it.
  const longest = words.filter((word, index) => words[index + 1]?.startsWith(word) !== true)
  return longest.sort((a, b) => b.length - a.length).slice(0, MAX_WORDS)
}

/** Replacements for letters that Unicode normalization does not decompose. */
const LETTERS: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ı: 'i', ς: 'σ' }

/** Removes case, accents and variants of width. PostgreSQL would do it by its locale. */
const normalize = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßæœøłđıς]/g, (letter) => LETTERS[letter] ?? letter)

const withoutApostrophes = (text: string) => text.replace(APOSTROPHES, '')

/** Returns the runs of letters and digits in a text. A change to or from a script without spaces starts a new run. */
const runsOf = (text: string): string[] => text.match(RUNS) ?? []

/** Returns the entries of a run: the word or, in a script without spaces, each pair of adjacent characters. */
function indexed(run: string): string[] {
  if (!IS_UNSPACED.test(run)) return [cut(run)]
  const characters = [...run]
  return characters.map((character, index) => character + (characters[index + 1] ?? ''))
}

/** Like `indexed`, for a search. In a script without spaces, drops the last single character, which a pair contains. */
function asked(run: string): string[] {
  const words = indexed(run)
  return words.length > 1 && IS_UNSPACED.test(run) ? words.slice(0, -1) : words
}

const cut = (word: string) => (word.length <= MAX_LENGTH ? word : [...word].slice(0, MAX_LENGTH).join(''))
