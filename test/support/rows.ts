import type { Database } from '../../src/db/client.ts'
import { START } from './it.ts'

export interface ListSeed {
  name?: string
  gameId?: number
  authorId?: number | null
  private?: boolean
  createdAt?: Date
  updatedAt?: Date
  expiresAt?: Date | null
}

/** Puts lists without files into the catalog, with the slugs `seed-1`, `seed-2` and so on, faster than by uploads. */
export async function seedLists(db: Database, seeds: readonly ListSeed[]): Promise<void> {
  const data = seeds.map((seed, index) => ({
    name: `Seed ${index + 1}`,
    gameId: 4,
    private: false,
    createdAt: START,
    updatedAt: START,
    ...seed,
    slug: `seed-${index + 1}`,
    slugBase: 'seed',
    slugNumber: index + 1,
  }))
  await db.list.createMany({ data })
}

/** As many lists as told, each a minute younger than the one before. */
export const ascending = (count: number, seed: ListSeed = {}): ListSeed[] =>
  Array.from({ length: count }, (_, index) => {
    const createdAt = new Date(START.getTime() + (index - count) * 60_000)
    return { createdAt, updatedAt: createdAt, ...seed }
  })
