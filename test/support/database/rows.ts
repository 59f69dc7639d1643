import type { Database } from '../../../src/db/client.ts'
import { START } from '../it.ts'

interface ListSeed {
  name?: string
  gameId?: number
  authorId?: number | null
  private?: boolean
  createdAt?: Date
  updatedAt?: Date
  expiresAt?: Date | null
  hiddenAt?: Date | null
}

/** Inserts lists without files and with the slugs `seed-1`, `seed-2` and so on. This is faster than uploading. */
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

/** Returns seeds of `count` lists, each created a minute after the one before. */
export const ascending = (count: number, seed: ListSeed = {}): ListSeed[] =>
  Array.from({ length: count }, (_, index) => {
    const createdAt = new Date(START.getTime() + (index - count) * 60_000)
    return { createdAt, updatedAt: createdAt, ...seed }
  })

/** All orders of lists. */
export const LIST_ORDERS = (['createdAt', 'updatedAt'] as const).flatMap((by) =>
  (['asc', 'desc'] as const).map((direction) => ({ by, direction })),
)

const HOUR = 3_600_000

/**
 * Inserts 900 lists of three games, by two authors or anonymous, of several days and many with the same time. Some are
 * private, some hidden; some expired before START, some expire at START or later. Returns the ids of the authors.
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
