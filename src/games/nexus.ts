import { GAMES, LAST_FIXED_GAME } from '../load-order/games.ts'

export const NEXUS_DOMAIN = /^[a-z0-9]{1,100}$/

/** What the domain of a game depends on. `nexusDomain` is that of an added game; the API does not show it. */
export interface GameOnNexus {
  id: number
  nexusDomain?: string | null
}

/**
 * Returns a game's word in addresses of Nexus Mods; null if it has none. An operator may have reused the id of a known
 * game.
 */
export const nexusDomain = ({ id, nexusDomain = null }: GameOnNexus): string | null =>
  id <= LAST_FIXED_GAME ? (GAMES.find((game) => game.id === id)?.domain ?? null) : nexusDomain
