import type { ListInRow } from '../../lists/collection/queries.ts'
import { NameLink } from './shown-list.tsx'
import { authorPath, listsPath, type Site } from './site.ts'

/** Links a list's game and author to the other lists of the game and of the author. */
export const GameAndAuthor = ({
  site,
  list: { game, author },
}: {
  site: Site
  list: Pick<ListInRow, 'game' | 'author'>
}) => (
  <>
    <a href={listsPath(site, { game: game.name })}>{game.name}</a>
    {author !== null && (
      <span>
        by <NameLink to={authorPath(site, author.name)} name={author.name} />
        {author.verified && ' (verified)'}
      </span>
    )}
  </>
)
