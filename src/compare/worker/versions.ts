import { readLoadOrder } from '../../load-order/reading/read.ts'
import { type StoredProfile, storedProfile } from '../../load-order/reading/stored-profile.ts'
import type { PackedVersion, Versions } from '../versions/schemas.ts'

/** The distinct files of all versions, and their names. */
interface VersionsTask extends StoredProfile {
  /** The versions, with the places of their files and their games in addresses of Nexus Mods. */
  versions: readonly (Omit<PackedVersion, 'mods' | 'plugins'> & { places: readonly number[]; domain: string | null })[]
}

/** Returns the mods and plugins of versions of a list. */
export function versions({ files, names, versions }: VersionsTask): Versions {
  const [mods, plugins] = [new Map<string, number>(), new Map<string, number>()]
  const placeIn = (known: Map<string, number>, entry: object) => {
    const json = JSON.stringify(entry)
    const place = known.get(json) ?? known.size
    known.set(json, place)
    return place
  }
  const packed = versions.map(({ places, domain, ...head }): PackedVersion => {
    const profile = { files: places.flatMap((at) => files[at] ?? []), names: places.map((at) => names[at] ?? '') }
    const order = readLoadOrder(storedProfile(profile), { domain, withSources: false })
    return {
      ...head,
      mods: order.mods?.map(({ priority: _, source: __, ...mod }) => placeIn(mods, mod)) ?? null,
      plugins: order.plugins?.map(({ index: _, ...plugin }) => placeIn(plugins, plugin)) ?? null,
    }
  })
  const parsed = (known: Map<string, number>) => Array.from(known.keys(), (json) => JSON.parse(json))
  return { mods: parsed(mods), plugins: parsed(plugins), versions: packed }
}
