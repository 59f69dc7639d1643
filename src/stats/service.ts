import { createSingleFlight } from '../concurrency/single-flight.ts'
import type { DataContext } from '../context.ts'
import { inTurn } from '../db/transaction.ts'
import { readCountsByGame } from '../games/queries.ts'
import { earliest } from '../text/timestamp.ts'
import { type CatalogCounts, countCatalog } from './queries.ts'

/** Maximum age of a count in milliseconds. */
const MAX_AGE_MS = 60_000

interface TimedCounts extends CatalogCounts {
  countedAt: Date
}

export type ReadStatistics = ReturnType<typeof statisticsSource>

/**
 * Returns a function that reads the statistics. The numbers of public lists are exact; the others are counted on
 * request, one statement at a time, and reused for a minute: `countedAt` is their time.
 */
export function statisticsSource({ db, clock }: DataContext) {
  let latest: TimedCounts | undefined
  const countOnce = createSingleFlight<TimedCounts>()

  async function count(): Promise<TimedCounts> {
    const countedAt = clock()
    const work = () => db.$transaction((transaction) => countCatalog(transaction, countedAt))
    latest = { ...(await inTurn(db, undefined, work)), countedAt }
    return latest
  }

  return async () => {
    const counts = latest !== undefined && isFresh(latest, clock()) ? latest : await countOnce('counts', count)
    const { games, snapshot, validUntil } = await readCountsByGame(db, clock())
    const renewal = new Date(counts.countedAt.getTime() + MAX_AGE_MS)
    return { ...counts, games, snapshot, validUntil: earliest(renewal, validUntil) }
  }
}

function isFresh({ countedAt }: TimedCounts, now: Date): boolean {
  const age = now.getTime() - countedAt.getTime()
  return age >= 0 && age < MAX_AGE_MS
}
