import type { GameSummary } from './schemas.ts'

/** Returns the view of a game with the number of its public lists. */
export const gameSummary = (game: { id: number; name: string; listsCount: number }): GameSummary => ({
  id: game.id,
  name: game.name,
  lists_count: game.listsCount,
})
