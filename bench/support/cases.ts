import { iniFile, modList, moveBlock, scatterEdits, seeded, shuffle, textOf } from './texts.ts'

export interface Case {
  name: string
  before: string
  after: string
}

const MiB = 2 ** 20

/** Returns what people compare: two versions of a list, or files of the same kind from two lists. */
export function realCases(): Case[] {
  const random = seeded(1)
  const mods = modList(4000, random)
  const settings = iniFile(4000, random)
  const many = modList(20_000, random)
  const pair = (name: string, before: readonly string[], after: readonly string[]) => ({
    name,
    before: textOf(before),
    after: textOf(after),
  })
  return [
    pair('4,000 mods, 20 edits', mods, scatterEdits(mods, 20, random)),
    pair('4,000 mods, 500 edits', mods, scatterEdits(mods, 500, random)),
    pair('4,000 settings, 20 edits', settings, scatterEdits(settings, 20, random)),
    pair('4,000 settings, 500 edits', settings, scatterEdits(settings, 500, random)),
    pair('4,000 mods, 1,000 moved', mods, moveBlock(mods, 500, 1000, 2500)),
    pair('4,000 mods reversed', mods, mods.toReversed()),
    pair('4,000 mods shuffled', mods, shuffle(mods, random)),
    pair('two unlike 4,000 settings', settings, iniFile(4000, random)),
    pair(
      '20,000 mods, half replaced',
      many,
      many.map((line, at) => (at % 2 ? line : `+Other ${at}`)),
    ),
    pair('20,000 mods reversed', many, many.toReversed()),
    pair('two unlike 20,000 mods', many, modList(20_000, seeded(99))),
    pair('two unlike 20,000 settings', iniFile(20_000, random), iniFile(20_000, random)),
  ]
}

/** Returns pairs of files that are made to be slow to compare. */
export function worstCases(size = MiB): Case[] {
  const random = seeded(2)
  const fill = (line: (at: number) => string) => {
    let text = ''
    for (let at = 0; text.length < size; at++) text += `${line(at)}\n`
    return text.slice(0, size)
  }
  const letters = (count: number) => fill(() => String.fromCharCode(97 + random(count)))
  const reversed = (text: string) => text.split('\n').toReversed().join('\n')
  const shuffled = (text: string) => shuffle(text.split('\n'), random).join('\n')
  const ab = letters(2)
  const short = fill((at) => at.toString(36))
  const words = fill(() => `sKey${random(2000)}=${random(3)}`)
  return [
    { name: 'lines a or b', before: ab, after: letters(2) },
    { name: 'lines a to h', before: letters(8), after: letters(8) },
    { name: 'lines a to z', before: letters(26), after: letters(26) },
    { name: 'a or b, halves swapped', before: ab, after: ab.slice(size / 2) + ab.slice(0, size / 2) },
    { name: 'a or b, reversed', before: ab, after: reversed(ab) },
    {
      name: 'all a then b, all b then a',
      before: fill((at) => (at < size / 4 ? 'a' : 'b')),
      after: fill((at) => (at < size / 4 ? 'b' : 'a')),
    },
    { name: 'short unique lines, reversed', before: short, after: reversed(short) },
    { name: 'short unique lines, shuffled', before: short, after: shuffled(short) },
    { name: 'settings, shuffled', before: words, after: shuffled(words) },
    { name: 'periods of 2 and 3', before: fill((at) => 'ab'[at % 2] ?? ''), after: fill((at) => 'abc'[at % 3] ?? '') },
    { name: 'periods of 100 and 101', before: fill((at) => `${at % 100}`), after: fill((at) => `${at % 101}`) },
    {
      name: 'runs of empty lines',
      before: fill(() => '\n'.repeat(random(50)) + random(4)),
      after: fill(() => '\n'.repeat(random(50)) + random(4)),
    },
    {
      name: 'only empty lines, some filled',
      before: '\n'.repeat(size),
      after: `${'\n'.repeat(size / 2)}${'x\n'.repeat(1000)}${'\n'.repeat(size / 2 - 2000)}`,
    },
    { name: 'only empty lines, none', before: '\n'.repeat(size), after: 'x\n'.repeat(size / 2) },
    { name: 'one line', before: 'x'.repeat(size), after: 'y'.repeat(size) },
    { name: 'a file that is new', before: '', after: ab },
  ]
}
