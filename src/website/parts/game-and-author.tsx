import type { ListSummary } from '../../lists/schemas.ts'
import { Name } from './shown-list.tsx'
import { authorPath, listsPath, type Site } from './site.ts'

/** Links a list's game and author to the other lists of the game and of the author. */
export const GameAndAuthor = ({ site, list: { game, author } }: { site: Site; list: ListSummary }) => (
  <>
    <a href={listsPath(site, { game: game.name })}>{game.name}</a>
    {author !== null && (
      <span>
        by{' '}
        <a href={authorPath(site, author.name)}>
          <Name of={author.name} />
        </a>
        {author.verified && ' (verified)'}
      </span>
    )}
  </>
)
