import type { GameSummary } from '../../games/schemas.ts'
import { counted } from '../../text/amounts.ts'
import { Page } from '../parts/document.tsx'
import { gamePath, listsPath, type Site } from '../parts/site.ts'

/** All games with the number of their public lists. */
interface GamesPageData {
  site: Site
  games: readonly GameSummary[]
}

export const GamesPage = ({ site, games }: GamesPageData) => (
  <Page
    site={site}
    title="Games"
    description={`The ${games.length} supported games and their mod lists.`}
    path="/games"
  >
    <h1>Games</h1>
    <ul class="games">
      {games.map(({ id, name, lists_count: count }) => (
        <li key={id} class={count === 0 ? 'none' : undefined}>
          <a href={gamePath(site, name)}>{name}</a>{' '}
          <span>
            <a href={listsPath(site, { game: name })}>{counted(count, 'list')}</a>
          </span>
        </li>
      ))}
    </ul>
  </Page>
)
