import { type FoundMod, type FoundMods, type Input, textOf } from '../found-mods.ts'
import type { FileKind } from '../kind.ts'
import { visitXml } from '../xml.ts'

export const baldursGate: FileKind = {
  names: /^modsettings\.lsx$/i,
  pasted: { name: 'modsettings.lsx', sign: 'XML' },
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
