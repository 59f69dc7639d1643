import type { Urls } from '../context.ts'
import { nexusDomain } from '../games/nexus.ts'
import type { Game } from '../games/service.ts'
import { sourceFor } from '../load-order/reading/indexed.ts'
import type { ModRow } from './queries.ts'
import type { ModDetail, ModSummary } from './schemas.ts'
import type { FoundMod } from './service.ts'

export type Kind = ModSummary['kind']

export function modSummary({ name, lists, enabled }: ModRow, kind: Kind, game: Game, urls: Urls): ModSummary {
  const [gameName, modName] = [encodeURIComponent(game.name), encodeURIComponent(name)]
  return {
    name,
    kind,
    lists_count: lists,
    enabled_count: enabled,
    links: {
      self: `${urls.api}/v1/games/${gameName}/${kind}s/${modName}`,
      lists: `${urls.api}/v1/lists?filter%5B${kind}%5D=${modName}&filter%5Bgame%5D=${gameName}`,
    },
  }
}

/** Maximum number of versions and of sources in a view. */
const MAX_DETAILS = 50

export function modDetail(found: FoundMod, kind: Kind, game: Game, urls: Urls): ModDetail {
  return {
    ...modSummary(found.mod, kind, game, urls),
    versions: found.versions.slice(0, MAX_DETAILS).map(({ value, lists }) => ({ version: value, lists_count: lists })),
    sources: sourcesOf(found, game),
    beside: found.beside.map(({ name, both, lists }) => ({ name, both, lists_count: lists })),
  }
}

/**
 * Returns the sources as addresses for the game. Several stored sources can be the same address for a game, and are
 * summed up.
 */
function sourcesOf({ sources }: FoundMod, game: Game): ModDetail['sources'] {
  const counts = new Map<string, number>()
  for (const { value, lists } of sources) {
    const url = sourceFor(value, nexusDomain(game))
    if (url !== null) counts.set(url, (counts.get(url) ?? 0) + lists)
  }
  return [...counts]
    .map(([url, lists_count]) => ({ url, lists_count }))
    .sort((one, other) => other.lists_count - one.lists_count || (one.url < other.url ? -1 : 1))
    .slice(0, MAX_DETAILS)
}
