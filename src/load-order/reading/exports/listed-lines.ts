import { NAME_LIMIT } from '../../key.ts'
import { type FoundMods, filledLinesOf, type Input, type InputText, linesOf } from '../found-mods.ts'
import { drop, droppedNotes, noneDropped } from '../notes.ts'

/** Maximum number of lines of a list. Real ones have at most a few thousand; more are the lines of another text. */
export const MAX_LINES = 10_000

/** Returns the filled lines of a list of names; none if there are too many. */
export function listedLines(input: InputText): readonly string[] {
  const lines = filledLinesOf(input)
  return lines.length > MAX_LINES ? [] : lines
}

/** Maximum number of lines of talk around a list. */
const MAX_TALK = 10

/**
 * Returns the filled lines of a list without the talk around it, which is added to `talk`: what an empty line sets off from
 * the lines that have signs, and lines right above and below them that end like sentences. None if there is too much talk. A
 * text with headings is a document, of which nothing is talk.
 */
export function splitTalk(input: InputText, hasSign: (line: string) => boolean, talk: string[]): readonly string[] {
  const lines = linesOf(input).map((line) => line.trim())
  if (lines.length > 2 * MAX_LINES) return []
  const [first, last] = [lines.findIndex(hasSign), lines.findLastIndex(hasSign)]
  if (first === -1 || lines.some((line) => /^#{1,6} /.test(line))) return listedLines(input)
  let start = lines.lastIndexOf('', first) + 1
  while (start < first && isTalk(lines[start])) start++
  const below = lines.indexOf('', last)
  let end = below === -1 ? lines.length : below
  while (end - 1 > last && isTalk(lines[end - 1])) end--
  const isFilled = (line: string) => line !== '' && !line.startsWith('#')
  talk.push(...[...lines.slice(0, start), ...lines.slice(end)].filter(isFilled))
  const list = lines.slice(start, end).filter((line) => line !== '')
  return talk.length > MAX_TALK || list.length > MAX_LINES ? [] : list
}

const isTalk = (line = ''): boolean => /[:.!?]$/.test(line)

/** Returns the mods of a list, and notes the talk around it. */
export function withTalk({ file, notes }: Input, mods: FoundMods, talk: readonly string[]): FoundMods {
  const dropped = noneDropped()
  for (const line of talk) drop(dropped, line.slice(0, NAME_LIMIT))
  if (mods) notes.push(...droppedNotes(file, 'not_entries', dropped))
  return mods
}
