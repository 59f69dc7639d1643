import { type FoundMod, type FoundMods, type Input, type ReadLog, textOf, versionOf } from '../found-mods.ts'
import { type FileKind, logKind } from '../kind.ts'
import { gameLog } from '../logs/crash-log.ts'
import { isAt, visitXml } from '../xml.ts'

export const baldursGate: FileKind = {
  names: /^modsettings\.lsx$/i,
  pasted: { name: 'modsettings.lsx', sign: { roots: ['save'], has: '"ModuleSettings"' } },
  mods: baldursGateMods,
}

/** Matches the folders of modules that are the game itself, or Divinity: Original Sin 2. */
const GAME = /^(?:gustav(?:dev|x)?|shared(?:dev|dos)?|divinityorigins(?:_[\da-f-]{1,50})?)$/i

type Attributes = Record<string, string>

/**
 * Finds the modules in modsettings.lsx of Baldur's Gate 3. The first one loads first. Older files have their order in
 * `ModOrder`; modules that it does not name come last, but those of the game first.
 */
function baldursGateMods({ text }: Input): FoundMods {
  /** The ids of the open nodes, such as root and Mods. */
  const nodes: string[] = []
  const modules: Attributes[] = []
  const order = new Map<string, number>()
  let fields: Attributes = {}
  let isSettings = false
  const root = visitXml(text, ['save'], {
    open(path, { id = '', value = '' }) {
      const name = path.at(-1)
      if (name === 'region' && id === 'ModuleSettings') isSettings = true
      else if (name === 'attribute') fields[id] = value
      else if (name === 'node') {
        nodes.push(id)
        fields = {}
      }
    },
    close(path) {
      if (path.at(-1) !== 'node') return
      const node = nodes.pop()
      if (nodes.at(-1) === 'ModOrder' && node === 'Module') order.set(uuidOf(fields), order.size)
      else if (nodes.at(-1) === 'Mods' && node === 'ModuleShortDesc') modules.push(fields)
      fields = {}
    },
  })
  if (root === undefined) return undefined
  if (root === null || !isSettings) return null
  const rank = (module: Attributes) => order.get(uuidOf(module)) ?? (isGame(module) ? -1 : order.size)
  return modules.toSorted((one, other) => rank(one) - rank(other)).map(modOf)
}

const uuidOf = ({ UUID = '' }: Attributes): string => UUID.trim().toLowerCase()

const isGame = ({ Folder = '' }: Attributes): boolean => GAME.test(Folder.trim())

function modOf(module: Attributes): FoundMod {
  const { Name: name = '', Version64, Version } = module
  const uuid = uuidOf(module)
  const version = Version64 === undefined ? unpacked(Version) : unpacked(Version64, WIDTHS_64)
  if (isGame(module)) return { kind: 'unmanaged', name, enabled: null, version }
  return { name, enabled: true, version, identity: uuid === '' ? undefined : `uuid ${uuid}` }
}

/** The widths in bits of major, minor, revision and build in `Version64`, and in `Version` of older files. */
const WIDTHS_64 = [7, 8, 16, 31]
const WIDTHS_32 = [4, 4, 8, 16]

/** Returns a version that is packed into an integer as text: "1.13.0.1". Without `widths`, a small one has 32 bits. */
function unpacked(value: string | undefined, widths?: readonly number[]): string | null {
  const text = textOf(value)
  if (!/^\d{1,19}$/.test(text)) return null
  let left = BigInt(text)
  const used = widths ?? (left < 2n ** 32n ? WIDTHS_32 : WIDTHS_64)
  const parts = used.toReversed().map((width) => {
    const part = BigInt.asUintN(width, left)
    left >>= BigInt(width)
    return part
  })
  return parts.toReversed().join('.')
}

export const launcherData: FileKind = {
  names: /^launcherdata\.xml$/i,
  pasted: { name: 'LauncherData.xml', sign: { roots: ['UserData'], has: '<ModDatas' } },
  mods: launcherMods,
}

const MODS = ['UserData', 'SingleplayerData', 'ModDatas']
const MOD = [...MODS, 'UserModData']
const FIELDS = ['Id', 'LastKnownVersion', 'IsSelected'].map((name) => ({ name, path: [...MOD, name] }))

/** Finds the modules of the single-player game in LauncherData.xml of Mount & Blade II. The first one loads first. */
function launcherMods({ text }: Input): FoundMods {
  const found: FoundMod[] = []
  let fields: Record<string, string> = {}
  let isList = false
  const root = visitXml(text, ['UserData'], {
    open(path) {
      if (isAt(path, MODS)) isList = true
      else if (isAt(path, MOD)) fields = {}
    },
    text(path, part) {
      const field = FIELDS.find((one) => isAt(path, one.path))
      if (field !== undefined) fields[field.name] = (fields[field.name] ?? '') + part
    },
    close(path) {
      if (!isAt(path, MOD)) return
      const { Id = '', LastKnownVersion, IsSelected = '' } = fields
      const isOn = IsSelected.trim().toLowerCase() === 'true'
      found.push({ name: Id, enabled: isOn, version: versionOf(LastKnownVersion) })
    },
  })
  if (root === undefined) return undefined
  return isList ? found : null
}

/** A report that lists all installed modules. */
export const bannerlordReport = logKind('report.txt', /^rgl_log.*\.txt$/i, {
  sign: /Modules Information:/,
  read: readReport,
})

const MODULE = /^\s*\d{1,4}\. (\S.{0,254}) ([a-z]?\d{1,9}\.\d[\w.]{0,40})(?: \*Selected\*)?$/

/** Reads "1. Id v1.2.3". "*Selected*" only stands behind modules of the game, even if others are on. */
function readReport(file: string, lines: readonly string[]): ReadLog | null {
  const start = lines.findIndex((line) => line.trim() === 'Modules Information:')
  const below = start === -1 ? [] : lines.slice(start + 1)
  const mods = below.flatMap((line) => {
    const [, name = '', version = ''] = MODULE.exec(line) ?? []
    return name === '' ? [] : [{ name, version, enabled: true }]
  })
  return gameLog(file, { format: 'Bannerlord' }, { mods })
}
