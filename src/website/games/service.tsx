import type { Context } from '../../context.ts'
import { readCountsByGame } from '../../games/count-queries.ts'
import type { FoundPage } from '../found-page.ts'
import { siteOf } from '../parts/site.ts'
import { GamesPage } from './page.tsx'

export async function findGamesPage({ db, clock, urls }: Context): Promise<FoundPage> {
  const { games, snapshot, validUntil } = await readCountsByGame(db, clock())
  return {
    version: [games],
    snapshot,
    validUntil,
    render: () => <GamesPage site={siteOf(urls)} games={games} />,
  }
}
