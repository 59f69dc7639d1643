import type { Database } from '../../../src/db/client.ts'
import { START } from '../it.ts'

export interface ListSeed {
  name?: string
  gameId?: number
  authorId?: number | null
  private?: boolean
  createdAt?: Date
  updatedAt?: Date
  expiresAt?: Date | null
  hiddenAt?: Date | null
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

/** Every order that lists can be in. */
export const LIST_ORDERS = (['createdAt', 'updatedAt'] as const).flatMap((by) =>
  (['asc', 'desc'] as const).map((direction) => ({ by, direction })),
)

const HOUR = 3_600_000

/**
 * 900 lists of three games, of two authors and of none, on several days, many of one instant: some private, some that have
 * expired, that expire at START and that will expire, some hidden. Gives the ids of the authors.
 */
export async function seedMixedLists(
  db: Database,
  signIn: (name: string) => Promise<string>,
): Promise<[ada: number, bob: number]> {
  await signIn('Ada')
  await signIn('Bob')
  const [ada, bob] = (await db.user.findMany({ orderBy: { id: 'asc' } })).map(({ id }) => id)
  if (ada === undefined || bob === undefined) throw new Error('There are no authors.')
  const authors = [ada, null, ada, null, bob]
  const seeds = Array.from({ length: 900 }, (_, index) => ({
    gameId: 1 + (index % 3),
    authorId: authors[index % authors.length] ?? null,
    private: index % 17 === 0,
    createdAt: new Date(START.getTime() - (index % 7) * 9 * HOUR),
    updatedAt: new Date(START.getTime() + (index % 5) * 11 * HOUR),
    expiresAt: index % 11 === 0 ? new Date(START.getTime() + ((index % 3) - 1) * HOUR) : null,
    hiddenAt: index % 13 === 0 ? START : null,
  }))
  await seedLists(db, seeds)
  return [ada, bob]
}
