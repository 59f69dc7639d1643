import { type FoundMod, type FoundMods, type Input, type ReadLog, textOf, versionOf } from '../found-mods.ts'
import { objectsOf, parseObject } from '../json.ts'
import { type FileKind, logKind } from '../kind.ts'
import { gameLog } from '../logs/crash-log.ts'
import { readTime } from '../logs/time.ts'

export const factorio: FileKind = {
  names: /^mod-list\.json$/i,
  pasted: { name: 'mod-list.json', sign: 'JSON' },
  mods: factorioMods,
  isUnordered: true,
}

/** The values of `enabled`, and whether the mod is on. Older versions of the game write texts. */
const STATES: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  [true, true],
  [false, false],
  ['true', true],
  ['false', false],
])

/** Finds the mods in mod-list.json of Factorio, which has no order. */
function factorioMods(input: Input): FoundMods {
  const list = parseObject(input)
  if (!list) return list
  const mods = objectsOf(list.mods)
  const hasShape = mods?.every(({ name, enabled }) => typeof name === 'string' && STATES.has(enabled))
  if (mods === undefined || !hasShape) return null
  return mods.map(({ name, enabled, version }) => ({
    name: textOf(name),
    enabled: STATES.get(enabled) === true,
    version: versionOf(version),
  }))
}

export const factorioLog = logKind('factorio-current.log', /^factorio-(?:current|previous)\.log$/i, {
  sign: / Loading mod /,
  read: readFactorioLog,
})

const LOADING = ' Loading mod '

/** Reads the mods that a log names while it loads them, each once: "Loading mod NAME 1.2.3 (data.lua)". */
function readFactorioLog(file: string, lines: readonly string[]): ReadLog | null {
  const mods = new Map<string, FoundMod>()
  for (const line of lines) {
    const start = line.indexOf(LOADING)
    const end = line.lastIndexOf(' (')
    if (start === -1 || end < start) continue
    const [, name = '', version = ''] =
      /^(?:settings )?(\S.{0,254}) (\d{1,9}\.\d{1,9}\.\d{1,9})$/.exec(line.slice(start + LOADING.length, end)) ?? []
    if (name === '' || mods.has(name)) continue
    // The core is the game.
    mods.set(name, {
      ...(name === 'core' && { kind: 'unmanaged' }),
      name,
      enabled: name === 'core' ? null : true,
      version,
    })
  }
  const [, time, game = null] = /(\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}); Factorio (\S{1,50})/.exec(lines[0] ?? '') ?? []
  const facts = { format: 'Factorio', game_version: game, ...(time !== undefined && { time: readTime(time) ?? null }) }
  return mods.size === 0 ? null : gameLog(file, facts, { mods: [...mods.values()] })
}
