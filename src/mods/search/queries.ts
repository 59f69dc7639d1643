import type { Db } from '../../db/client.ts'
import { Prisma } from '../../db/generated/client.ts'

/** A mod that public lists of any game hold. */
export interface ModOfGames {
  id: number
  name: string
  /** Number of public lists that hold it. */
  lists: number
  /** The game with the most of these lists. */
  gameId: number
}

interface ModSearch {
  /** Words that must each begin a word of the name. */
  words: readonly string[]
  /** The key of the whole text. The mod with this name comes first. */
  key: string
  gameId?: number | undefined
}

/** Returns the mods that match all words, in the most lists first. */
export async function findModsOfGames(db: Db, { words, key, gameId }: ModSearch, take: number): Promise<ModOfGames[]> {
  const hasWords = words.map((word) => Prisma.sql`words LIKE ${`% ${word}%`}`)
  const ofGame = gameId === undefined ? Prisma.sql`true` : Prisma.sql`game_id = ${gameId}`
  const rows = await db.$queryRaw<ModOfGames[]>`
    SELECT id, name, sum(lists)::int AS lists, (array_agg(game_id ORDER BY lists DESC, game_id))[1] AS "gameId"
    FROM mod_names JOIN mod_counts ON name_id = id
    WHERE NOT mod_names.plugin AND ${Prisma.join(hasWords, ' AND ')} AND ${ofGame}
    GROUP BY id ORDER BY key = ${key} DESC, sum(lists) DESC, key LIMIT ${take}::int`
  return rows
}
