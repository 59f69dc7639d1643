import type { Urls } from '../context.ts'
import type { Game } from '../games/service.ts'
import type { ModRow } from './queries.ts'
import type { ModDetail, ModSummary } from './schemas.ts'
import type { DetailedMod } from './service.ts'

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

const MAX_DETAILS = 50

export function modDetail(found: DetailedMod, kind: Kind, game: Game, urls: Urls): ModDetail {
  return {
    ...modSummary(found.mod, kind, game, urls),
    versions: found.versions.slice(0, MAX_DETAILS).map(({ value, lists }) => ({ version: value, lists_count: lists })),
    sources: found.sources.slice(0, MAX_DETAILS).map(({ value, lists }) => ({ url: value, lists_count: lists })),
    beside: found.beside.map(({ name, both, lists }) => ({ name, both, lists_count: lists })),
  }
}
