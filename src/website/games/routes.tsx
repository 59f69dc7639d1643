import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Context } from '../../context.ts'
import { readCountsByGame } from '../../games/queries.ts'
import { GameParams, type GameSummary } from '../../games/schemas.ts'
import { NameParams } from '../../mods/schemas.ts'
import { counted } from '../../text/amounts.ts'
import { Page } from '../components/document.tsx'
import { gamePath, listsPath, type Site, siteOf } from '../components/site.ts'
import type { FoundPage } from '../found-page.ts'
import { findGamePage, findModPage, GameQuery, gameKey } from '../mods/service.tsx'
import type { PageRoutesOptions } from '../send-page.ts'

export const gamePageRoutes: FastifyPluginAsyncZod<PageRoutesOptions> = async (app, { context, send }) => {
  app.get('/games', {
    config: { cacheKey: () => [] },
    handler: (request, reply) => send(request, reply, () => findGamesPage(context)),
  })

  app.get('/games/:game', {
    config: { cacheKey: ({ params, query }) => gameKey((params as { game: string }).game, query) },
    schema: { params: GameParams, querystring: GameQuery },
    handler: (request, reply) => {
      const { params, query } = request
      return send(request, reply, (signal) => findGamePage(context, params.game, query, signal))
    },
  })

  for (const kind of ['mod', 'plugin'] as const) {
    app.get(`/games/:game/${kind}s/:name`, {
      config: { cacheKey: ({ params }) => Object.values(params as NameParams) },
      schema: { params: NameParams },
      handler: (request, reply) => {
        const { game, name } = request.params
        return send(request, reply, (signal) => findModPage(context, game, kind, name, signal))
      },
    })
  }
}

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

async function findGamesPage({ db, clock, urls }: Context): Promise<FoundPage> {
  const { games, snapshot, validUntil } = await readCountsByGame(db, clock())
  return {
    version: [games],
    snapshot,
    validUntil,
    render: () => <GamesPage site={siteOf(urls)} games={games} />,
  }
}
