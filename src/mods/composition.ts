import { rankOf } from '../load-order/reading/indexed.ts'
import { packIds, unpackIds } from './packed-ids.ts'

// What a list holds, put together from what was read in each of its files. test/mods/composition.test.ts holds it equal to what
// the readers say of all files together.

/** What was read in a file: its mods, or its plugins. */
export interface FilePart {
  /** The clean name. */
  file: string
  plugin: boolean
  entries: number
  enabledEntries: number
  /** Packed ids. */
  enabled: Uint8Array
  disabled: Uint8Array
  details: readonly number[]
}

/** What a file says of a name apart from on or off: another spelling, a version or a source. */
export interface Detail {
  id: number
  nameId: number
  type: 'spelling' | 'version' | 'source'
}

/** The numbers of a list's mods and plugins, null without a file that names them. */
export interface Counts {
  mods: number | null
  modsEnabled: number | null
  plugins: number | null
  pluginsEnabled: number | null
}

export interface HeldNames extends Counts {
  enabled: Buffer
  disabled: Buffer
  details: number[]
}

interface Names {
  entries: number
  enabledEntries: number
  enabled: Set<number>
  disabled: Set<number>
  details: Detail[]
}

/** Puts together what the files of a list hold. `parts` are in the order of the list's files. */
export function heldNames(parts: readonly FilePart[], details: ReadonlyMap<number, Detail>): HeldNames {
  const ofPart = (plugin: boolean) =>
    parts
      .filter((part) => part.plugin === plugin)
      .toSorted((one, other) => rank(one) - rank(other))
      .map((part) => namesOf(part, details))
  const mods = modsOf(ofPart(false))
  const plugins = pluginsOf(ofPart(true))
  const held = [mods, plugins].filter((names) => names !== null)
  return {
    mods: mods?.entries ?? null,
    modsEnabled: mods?.enabledEntries ?? null,
    plugins: plugins?.entries ?? null,
    pluginsEnabled: plugins?.enabledEntries ?? null,
    enabled: packIds(held.flatMap(({ enabled }) => [...enabled])),
    disabled: packIds(held.flatMap(({ disabled }) => [...disabled])),
    details: held.flatMap(({ details }) => details.map(({ id }) => id)).sort((one, other) => one - other),
  }
}

const rank = ({ file, plugin }: FilePart) => rankOf(file, plugin ? 'plugins' : 'mods')

type NamesOfFile = Names & { file: string }

function namesOf(part: FilePart, details: ReadonlyMap<number, Detail>): NamesOfFile {
  return {
    file: part.file.toLowerCase(),
    entries: part.entries,
    enabledEntries: part.enabledEntries,
    enabled: new Set(unpackIds(part.enabled)),
    disabled: new Set(unpackIds(part.disabled)),
    details: part.details.flatMap((id) => details.get(id) ?? []),
  }
}

/** modlist.txt says which mods there are, and other files add versions and sources. Without it the first file says everything. */
function modsOf([first, ...others]: readonly NamesOfFile[]): Names | null {
  if (first?.file !== 'modlist.txt') return first ?? null
  const isHeld = ({ nameId }: Detail) => first.enabled.has(nameId) || first.disabled.has(nameId)
  const added = others.flatMap(({ details }) =>
    details.filter((detail) => detail.type !== 'spelling' && isHeld(detail)),
  )
  return { ...first, details: firstOfEach([...first.details, ...added]) }
}

/** loadorder.txt and plugins.txt go together: a plugin is on if plugins.txt says so. Without both the first file says everything. */
function pluginsOf(files: readonly NamesOfFile[]): Names | null {
  const order = files.find(({ file }) => file === 'loadorder.txt')
  const states = files.find(({ file }) => file === 'plugins.txt')
  if (order === undefined || states === undefined) return order ?? states ?? files[0] ?? null
  const isOrdered = (id: number) => order.enabled.has(id) || order.disabled.has(id)
  const enabled = states.enabled
  const all = new Set([...order.enabled, ...order.disabled, ...states.enabled, ...states.disabled])
  return {
    entries: all.size,
    enabledEntries: states.enabledEntries,
    enabled,
    disabled: new Set([...all].filter((id) => !enabled.has(id))),
    details: [...order.details, ...states.details.filter(({ nameId }) => !isOrdered(nameId))],
  }
}

/** Of each name the first version, the first source and the first spelling count. */
function firstOfEach(details: readonly Detail[]): Detail[] {
  const first = new Map<string, Detail>()
  for (const detail of details) {
    const key = `${detail.nameId} ${detail.type}`
    if (!first.has(key)) first.set(key, detail)
  }
  return [...first.values()]
}
