import { iniFile, modList, moveBlock, scatterEdits, seeded, shuffle, textOf } from './texts.ts'

/** A profile's files by name. */
export type Profile = Record<string, string>

export interface ProfilePair {
  name: string
  before: Profile
  after: Profile
}

const LINES = 4_000

/** Returns what people compare: two versions of a list of `lines` mods, plugins and settings. */
export function realPairs(lines = LINES): ProfilePair[] {
  const random = seeded(3)
  const mods = modList(lines, random).map((line, at) => (at % 40 === 0 ? `-Group ${at}_separator` : line))
  const plugins = Array.from({ length: lines }, (_, at) => `*Plugin ${at} ${random(1e6).toString(36)}.esp`)
  const settings = Array.from({ length: lines }, (_, at) => `fSetting${at}=${random(100)}`)
  const sections = settings.flatMap((line, at) => (at % 50 === 0 ? [`[Section${at}]`, line] : [line]))
  const pair = (name: string, change: (lines: readonly string[]) => string[]): ProfilePair => ({
    name,
    before: profile(mods, plugins, sections),
    after: profile(
      change(mods),
      change(plugins),
      sections.map((line, at) => (at % 200 === 1 ? `${line}1` : line)),
    ),
  })
  return [
    pair('the same', (order) => [...order]),
    pair('20 edits', (order) => scatterEdits(order, 20, random)),
    pair('500 edits', (order) => scatterEdits(order, 500, random)),
    pair('1,000 moved', (order) => moveBlock(order, order.length >> 3, order.length >> 2, order.length >> 1)),
    pair('shuffled', (order) => shuffle(order, random)),
    {
      name: 'unlike',
      before: profile(mods, plugins, sections),
      after: profile(
        modList(lines, random),
        plugins.map((line) => `*Other ${line}`),
        iniFile(lines, random),
      ),
    },
  ]
}

/** Returns a profile of mods, plugins and settings. */
export const profile = (mods: readonly string[], plugins: readonly string[], settings: readonly string[]): Profile => ({
  'modlist.txt': textOf(mods),
  'plugins.txt': textOf(plugins),
  'skyrim.ini': textOf(settings),
})
