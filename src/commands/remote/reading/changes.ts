import { profileChanges } from '../../../compare/load-orders/profile-changes.ts'
import { ListChanges } from '../../../compare/schemas.ts'
import { data } from '../../../lists/schemas.ts'
import type { ListNames } from '../../../load-order/rendering/sentence.ts'
import type { LoadOrderChanges } from '../../../load-order/schemas.ts'
import { type Api, defaultLimits } from '../api.ts'
import { loadSource, type Place, readLocal, type Source } from '../sources.ts'

/** Returns a timestamp without fractions of a second. */
export const timeText = (timestamp: string): string => timestamp.replace(/\.\d+Z$/, 'Z')

/** A compared list, folder or file. A folder or file has only a name. */
interface Side {
  name: string
  slug?: string
}

/**
 * Returns the changes between two places. A folder or file is compared on this machine, which sends nothing of it.
 * `domain` is the game of folders and files in addresses of Nexus Mods; without it, it is that of the Mod Organizer they
 * belong to.
 */
export async function changesBetween(
  [one, other]: readonly [Place, Place],
  server: () => Api,
  complain: (text: string) => void,
  domain?: string | null,
): Promise<LoadOrderChanges & { list1: Side; list2: Side }> {
  if ('slug' in one && 'slug' in other) {
    const path = `/compare/${encodeURIComponent(one.slug)}/${encodeURIComponent(other.slug)}/changes`
    return (await server().get(path, data(ListChanges))).data
  }
  const limits = 'slug' in one || 'slug' in other ? await server().limits() : defaultLimits()
  const read = async (place: Place): Promise<{ side: Side; source: Source }> => {
    if ('path' in place) {
      const source = await readLocal(place, limits, complain)
      if (domain !== undefined) source.domain = domain
      return { side: { name: source.name }, source }
    }
    const { list, source } = await loadSource(server(), place.slug)
    const { files: _, ...side } = list
    return { side, source }
  }
  const [before, after] = [await read(one), await read(other)]
  return { list1: before.side, list2: after.side, ...profileChanges(before.source, after.source) }
}

/**
 * Returns what to call two places. A revision's name ends in `slug@n`. If both names are equal, lists end in their
 * slugs, and two folders or files are called by their paths as given.
 */
export function namesApart([one, other]: readonly [Side, Side], [first, second]: readonly [Place, Place]): ListNames {
  const areEqual = one.name === other.name
  if (areEqual && 'path' in first && 'path' in second) return [first.path, second.path]
  const nameOf = (name: string, place: Place) => {
    if ('slug' in place) return areEqual || place.slug.includes('@') ? `${name} (${place.slug})` : name
    return areEqual ? `${name} (${place.kind})` : name
  }
  return [nameOf(one.name, first), nameOf(other.name, second)]
}

/** Returns JSON without characters that control a terminal, which names may contain. */
export const printableJson = (value: unknown): string =>
  JSON.stringify(value, null, 2).replaceAll(
    /[\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
