import type { CrashLog } from '../../schemas.ts'
import { type FoundMod, type ReadLog, versionOf } from '../found-mods.ts'
import { logKind } from '../kind.ts'
import { firstMatch, gameLog, MAX_SHORT } from '../logs/crash-log.ts'
import { readTime } from '../logs/places.ts'

/*
 * Reads logs and crash reports of Minecraft. Problem: each loader lists its mods in a way of its own, which has changed over
 * the years. Approach: the first list of a log counts, whoever wrote it; mods that are nested in others are not the player's.
 * Guarantee: one pass over the lines for each form. Tests: test/load-order/reading/other-games/minecraft.test.ts.
 */

/** A log, or a crash report within one. */
export const minecraftLog = logKind('latest.log', /^(?:latest|debug)\.log$/i, {
  sign: /Loading \d{1,5} mods:|Minecraft Crash Report|Mod List:|Found valid mod file|mods loaded, \d|Mod sorting data|State {1,20}\| ID /,
  read: readMinecraftLog,
})

interface ListedMod {
  id: string
  version: string
  file?: string | undefined
}

/** Matches where the list of a form begins. */
interface Form {
  start: RegExp
  /** Returns the mod of a line below the start; null for another line of the list, undefined behind its end. */
  modOf: (line: string, start: string) => ListedMod | null | undefined
}

/** Returns a reader of lines of a pattern with the groups `id`, `version` and `file`. The list ends at the first other line. */
const matching = (pattern: RegExp, others?: RegExp) => (line: string) => {
  const { id = '', version = '', file } = pattern.exec(line)?.groups ?? {}
  return id !== '' ? { id, version: version.trim(), file: file?.trim() } : others?.test(line) ? null : undefined
}

const cellsOf = (line: string): string[] => line.split('|').map((cell) => cell.trim())

/** Reads a row of Forge's table: the file, the name, the id, the version. */
function forgeRow(line: string): ListedMod | undefined {
  if (!line.includes('|')) return undefined
  const [file, , id = '', version = ''] = cellsOf(line)
  return /^[\w.-]{1,100}$/.test(id) && version !== '' ? { id, version, file } : undefined
}

/** Reads a row of Forge 28: "a-1.0.jar A {a@1.0 DONE}". */
const oldRow = matching(
  /^\s*(?<file>\S.{0,200}\.jar) .{0,200}\{(?<id>[\w.-]{1,100})@(?<version>[^\s}]{1,100}) [A-Z_]{1,20}\}/,
)

/** Reads a row of NeoForge: "Name 1.0 (id)". */
const namedRow = matching(/^\s*\S.{0,200} (?<version>\S{1,100}) \((?<id>[\w.-]{1,100})\)$/)

/** Reads a row of a table whose header has the columns ID and Version. Quilt names the mods within others by their files. */
function tableRow(line: string, header: string): ListedMod | null | undefined {
  if (!line.trimStart().startsWith('|')) return undefined
  const [columns, cells] = [cellsOf(header), cellsOf(line)]
  const cellOf = (column: RegExp) => cells[columns.findIndex((name) => column.test(name))] ?? ''
  const [id, version] = [cellOf(/^ID$/), cellOf(/^Version$/)]
  return /^[\w.-]+$/.test(id) && !/^-+$/.test(id) && cellOf(/^Sub-Files?$/) === '' ? { id, version } : null
}

const NESTED = /^\s*[|\\]/

const FORMS: readonly Form[] = [
  // Fabric and Quilt: "- sodium 0.5.3", and in one line: "sodium@0.5.3, lithium@0.11"
  { start: /Loading \d{1,5} mods:$/, modOf: matching(/^\s*- (?<id>[\w.-]{1,100}) (?<version>[^\s].{0,99})$/, NESTED) },
  {
    start: /^\s*Fabric Mods: ?$/,
    modOf: matching(/^\t\t(?<id>[\w.-]{1,100}): .{0,200} (?<version>\S{1,100})$/, /^\t\t\t/),
  },
  { start: /^\s*\|.*\| {0,99}ID {0,99}\| {0,99}Version {0,99}\|/, modOf: tableRow },
  // Forge and NeoForge
  {
    start: /^\s*Mod List: ?$/,
    modOf: (line) =>
      /^\s*(?:Name Version \(Mod Id\))?$/.test(line) ? null : (forgeRow(line) ?? oldRow(line) ?? namedRow(line)),
  },
  {
    start: /\d mods loaded, \d{1,5} mods active/,
    modOf: matching(
      /^\s*[UCHIJADEL]{1,12}\s+(?<id>[^\s{}][^{}\t]{0,99})\{(?<version>[^{}]{0,100}(?:\{[^{}]{0,50}\})?)\} \[.{0,200}\] \((?<file>.{0,200})\)$/,
      /^\s*(?:States: |\| ?State|$)/,
    ),
  },
  {
    start: /Mod sorting data$/,
    modOf: matching(/\]: \t(?<id>[^(\t]{1,100})\([^\t]{0,200}:(?<version>[^:()]{0,100})\): (?<file>.{0,200}\.jar) \(/),
  },
]

const INLINE = /Loading \d{1,5} mods: (\S.*)$/
const FOUND = /Found valid mod file (.{1,200}) with \{([\w.,-]{1,300})\} mods - versions \{([^{}]{1,300})\}/

/** Returns the mods of the first list; undefined without one. */
function listedMods(lines: readonly string[]): ListedMod[] | undefined {
  const readTo = new Map<Form, number>()
  for (const [at, line] of lines.entries()) {
    const inline = INLINE.exec(line)?.[1]
    if (inline !== undefined) return inline.split(', ').flatMap(atPair)
    for (const form of FORMS) {
      // A list without mods is not read again from a line within it, which would take time that grows with the square.
      if (at < (readTo.get(form) ?? 0) || !form.start.test(line)) continue
      const { mods, end } = modsBelow(lines, at, (text) => form.modOf(text, line))
      if (mods.length > 0) return mods
      readTo.set(form, end)
    }
  }
  const found = new Map<string, ListedMod>()
  for (const line of lines) {
    const [, file, ids = '', versions = ''] = FOUND.exec(line) ?? []
    const [id = ''] = ids.split(',')
    if (id !== '' && !found.has(id)) found.set(id, { id, version: versions.split(',')[0] ?? '', file })
  }
  return found.size > 0 ? [...found.values()] : undefined
}

const atPair = (pair: string): ListedMod[] => {
  const at = pair.lastIndexOf('@')
  return at < 1 ? [] : [{ id: pair.slice(0, at).trim(), version: pair.slice(at + 1).trim() }]
}

/** Returns the mods of a list below its start, and the number of the first line behind it. */
function modsBelow(lines: readonly string[], start: number, modOf: (line: string) => ListedMod | null | undefined) {
  const mods: ListedMod[] = []
  let end = start + 1
  for (; end < lines.length; end++) {
    const mod = modOf(lines[end] ?? '')
    if (mod === undefined) break
    if (mod !== null) mods.push(mod)
  }
  return { mods, end }
}

/** The loaders, by the ids under which they list themselves. */
const LOADERS: Readonly<Record<string, string>> = {
  fabricloader: 'Fabric',
  quilt_loader: 'Quilt',
  neoforge: 'NeoForge',
  forge: 'Forge',
}

/** The game, the loader and what they run on. */
const GAME = /^(?:minecraft|java|mcp|fml|fabricloader|quilt_loader|forge|neoforge)$/i

const SAID: readonly [RegExp, string][] = [
  [/with Quilt Loader (\S{1,50})/, 'Quilt'],
  [/with Fabric Loader (\S{1,50})/, 'Fabric'],
  [/net\.neoforged:(\S{1,50})/, 'NeoForge'],
  [/net\.minecraftforge:(\S{1,50})|Powered by Forge (\S{1,50})/, 'Forge'],
]

function readMinecraftLog(file: string, lines: readonly string[]): ReadLog | null {
  const mods = listedMods(lines)
  const crash = lines.findIndex((line) => line.includes('Minecraft Crash Report'))
  if (mods === undefined && crash === -1) return null
  const listed = mods ?? []
  const ofGame = listed.filter(({ id }) => GAME.test(id))
  const versionIn = (id: string) => ofGame.find((mod) => mod.id.toLowerCase() === id)?.version
  const loader = Object.keys(LOADERS).find((id) => versionIn(id) !== undefined)
  const [said, name] = (loader === undefined && saidLoader(lines)) || []
  const game =
    versionIn('minecraft') ?? firstMatch(lines, /^\s*Minecraft Version: (.{1,50})$|Loading Minecraft (\S{1,50}) with/)
  return gameLog(
    file,
    {
      format: loader === undefined ? (name ?? 'Minecraft') : (LOADERS[loader] ?? null),
      format_version: (loader === undefined ? said : versionIn(loader))?.slice(0, MAX_SHORT) ?? null,
      game_version: game?.slice(0, MAX_SHORT) ?? null,
      ...(crash !== -1 && crashFacts(lines.slice(crash), listed)),
    },
    { mods: mods?.map(modOf) ?? null },
  )
}

function saidLoader(lines: readonly string[]): [version: string, name: string] | undefined {
  for (const [pattern, name] of SAID) {
    const version = firstMatch(lines, pattern)
    if (version !== undefined) return [version, name]
  }
  return undefined
}

const modOf = ({ id, version }: ListedMod): FoundMod =>
  GAME.test(id)
    ? { kind: 'unmanaged', name: id, enabled: null, version: versionOf(version) }
    : { name: id, enabled: true, version: versionOf(version) }

const MAX_NAMED = 20

/** Reads what a crash report says above its details: when, what, and the first mods that the stack names. */
function crashFacts(lines: readonly string[], mods: readonly ListedMod[]): Partial<CrashLog> {
  const end = lines.findIndex((line) => line.includes('A detailed walkthrough') || line.startsWith('-- '))
  const head = lines.slice(0, end === -1 ? 1_000 : end)
  const time = firstMatch(head, /^Time: (.{1,50})$/)
  const description = firstMatch(head, /^Description: (.{1,200})$/)
  const below = head.slice(head.findIndex((line) => line.startsWith('Description: ')) + 1)
  const exception = description === undefined ? undefined : below.find((line) => line.trim() !== '')?.trim()
  return {
    ...(time !== undefined && { time: readTime(time) ?? time }),
    ...(description !== undefined && { description }),
    exception: exception ?? null,
    named: { plugins: [], dlls: [], mods: namedMods(below, mods) },
  }
}

/** Words that are parts of packages of many mods. */
const COMMON = /^(?:minecraft|java|fabric|forge|common|client|server|api|core|mixin|config)$/

/** Returns the ids of the mods that frames of a stack name: by the id, by the file, or by a part of the package. */
function namedMods(lines: readonly string[], mods: readonly ListedMod[]): string[] {
  const ids = new Map<string, string>()
  for (const { id, file } of mods) {
    if (GAME.test(id) || COMMON.test(id)) continue
    ids.set(id.toLowerCase(), id)
    if (file !== undefined) ids.set(file.toLowerCase(), id)
  }
  const named = new Set<string>()
  for (const line of lines) {
    if (!/^\s*at |provided by '/.test(line)) continue
    const [frame = ''] = line.slice(0, 1_000).split(' {', 1) // without the transformers
    // at TRANSFORMER/create@0.5/com.simibubi.create.X.y(X.java:1) ~[create-1.20.1.jar%23234!/:?] {re:mixin}
    for (const word of frame.split(/[\s/@[\]().:$'!%]/).concat(/\[([^\]!%:]{1,200})/.exec(frame)?.[1] ?? [])) {
      const id = ids.get(word.toLowerCase())
      if (id !== undefined && named.size < MAX_NAMED) named.add(id)
    }
  }
  return [...named]
}
