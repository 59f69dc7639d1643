import { loadOrderChanges } from '../../load-order/comparing/changes.ts'
import { type ProfileLoadOrder, readLoadOrder } from '../../load-order/reading/read.ts'
import { byDomain, notReadWords } from '../../load-order/rendering/notes.ts'
import { counted, isChanges, type ListNames } from '../../load-order/rendering/sentence.ts'
import type { LoadOrderChanges } from '../../load-order/schemas.ts'
import { counted as countOf } from '../../text/amounts.ts'
import { type DecodedProfile, profileChanges } from '../load-orders/profile-changes.ts'
import type { PackedVersion, Versions } from '../schemas.ts'

// It also runs in browsers, so it must not import modules of Node.

const OTHER_LIST = 'This is another list: more than a third differs from every version.'

const PARTS = ['mods', 'plugins'] as const

/**
 * Returns the version with the fewest changes to a load order; null if they exceed a third of the entries of each. A
 * part that one side lacks is not compared.
 */
export function nearestVersion({ versions, mods, plugins }: Versions, order: ProfileLoadOrder): PackedVersion | null {
  const mine = { ...order, settings: [], log: null, notes: [] }
  let [nearest, fewest]: [PackedVersion | null, number] = [null, Number.POSITIVE_INFINITY]
  for (const version of versions) {
    const packed = {
      ...readLoadOrder([]),
      mods: version.mods?.flatMap((at, priority) => (mods[at] ? { ...mods[at], priority, source: null } : [])) ?? null,
      plugins: version.plugins?.flatMap((at, index) => (plugins[at] ? { ...plugins[at], index } : [])) ?? null,
    }
    const changes = loadOrderChanges(packed, mine, [])
    const size = PARTS.reduce((sum, part) => sum + (isChanges(changes[part]) ? (version[part]?.length ?? 0) : 0), 0)
    const count = countChanges(changes)
    if (size > 0 && count * 3 <= size && count < fewest) [nearest, fewest] = [version, count]
  }
  return nearest
}

const countChanges = ({ mods, plugins }: LoadOrderChanges): number =>
  [mods, plugins]
    .flatMap((part) => (isChanges(part) ? Object.values(part.counts) : []))
    .reduce((sum, count) => sum + count, 0)

/** Returns what a version is called next to another one: "1.1.10", "version 3", or both if the labels are equal. */
function versionName({ version, revision }: PackedVersion, other: PackedVersion): string {
  if (version === null) return `version ${revision}`
  return version === other.version && revision !== other.revision ? `${version} (version ${revision})` : version
}

/**
 * Finds which version of a list a profile is. Returns the changes from it to the profile and to the newest version, and
 * the answer in one line; or a text that says why none is near.
 */
export async function checkProfile<Loaded extends DecodedProfile>(
  versions: Versions,
  mine: DecodedProfile,
  load: (revision: number) => Promise<Loaded>,
) {
  const [newest] = versions.versions
  if (newest === undefined) return OTHER_LIST
  const latest = await load(newest.revision)
  const domain = mine.domain ?? latest.domain
  const order = readLoadOrder(mine.files, { domain, withSources: false })
  if (order.mods === null && order.plugins === null)
    return notReadWords(
      mine.files.map(({ name }) => name),
      byDomain(domain),
    )
  const version = nearestVersion(versions, order)
  if (version === null) return OTHER_LIST
  const had = version === newest ? latest : await load(version.revision)
  const yours = profileChanges(had, mine)
  const newer = version === newest ? null : profileChanges(had, latest)
  const names: ListNames = [versionName(version, newest), versionName(newest, version)]
  const end = newer === null ? 'no version is newer' : `${names[1]} is newer: ${countOf(countChanges(newer), 'change')}`
  const lacking = PARTS.find((part) => yours[part] !== null && !isChanges(yours[part]))
  const limit = lacking === undefined ? '' : ` Only ${lacking === 'mods' ? 'plugins' : 'mods'} were compared.`
  const sentence = `You have ${names[0]} ${differencesOf(yours)}; ${end}.${limit}`
  return { revision: version.revision, sentence, names, latest, yours, newer }
}

/** Returns what differs in a profile: "with 3 mods of your own, 1 missing". */
function differencesOf(yours: LoadOrderChanges): string {
  const words = (['mod', 'plugin'] as const).map((noun) => {
    const part = yours[`${noun}s`]
    if (!isChanges(part)) return ''
    const count = { updated: 0, regrouped: 0, ...part.counts }
    return counted(noun, [
      [count.added, 'of your own'],
      [count.removed, 'missing'],
      [count.enabled + count.disabled, 'switched on or off'],
      [count.updated, 'in another version'],
      [count.moved + count.regrouped, 'moved'],
    ])
  })
  const differences = words.filter((text) => text !== '').join(', ')
  return differences === '' ? 'as it is' : `with ${differences}`
}
