import type { Context } from '../../context.ts'
import { readCountsByGame } from '../../games/queries.ts'
import type { GameSummary } from '../../games/schemas.ts'
import { counted } from '../../text/amounts.ts'
import type { FoundPage } from '../found-page.ts'
import { Page } from '../parts/document.tsx'
import { gamePath, listsPath, type Site, siteOf } from '../parts/site.ts'

/** All games with the number of their public lists. */
interface GamesPageData {
  site: Site
  games: readonly GameSummary[]
}

/** The games that have lists, and the others folded. While no game has any, none are folded. */
function GamesPage({ site, games }: GamesPageData) {
  const used = games.filter(({ lists_count: count }) => count > 0)
  const others = games.filter(({ lists_count: count }) => count === 0)
  return (
    <Page
      site={site}
      title="Games"
      description={`The ${games.length} supported games and their mod lists.`}
      path="/games"
    >
      <h1>Games</h1>
      <Games site={site} games={used} />
      <details open={used.length === 0}>
        <summary>{counted(others.length, 'game')} without lists</summary>
        <Games site={site} games={others} />
      </details>
    </Page>
  )
}

const Games = ({ site, games }: GamesPageData) => (
  <ul class="games">
    {games.map(({ id, name, lists_count: count }) => (
      <li key={id}>
        <a href={gamePath(site, name)}>{name}</a>{' '}
        {count > 0 && (
          <span class="quiet">
            <a href={listsPath(site, { game: name })}>{counted(count, 'list')}</a>
          </span>
        )}
      </li>
    ))}
  </ul>
)

export async function findGamesPage({ db, clock, urls }: Context): Promise<FoundPage> {
  const { games, snapshot, validUntil } = await readCountsByGame(db, clock())
  return {
    version: [games],
    snapshot,
    validUntil,
    render: () => <GamesPage site={siteOf(urls)} games={games} />,
  }
}
