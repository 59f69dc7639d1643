import type { ListSummary } from '../../lists/schemas.ts'
import { listsPath, type Site } from './site.ts'

/** Which game a list is for and whose it is, each leading to the lists that are so too. */
export const GameAndAuthor = ({ site, list: { game, author } }: { site: Site; list: ListSummary }) => (
  <>
    <a href={listsPath(site, { game: game.name })}>{game.name}</a>
    {author !== null && (
      <span>
        by <a href={listsPath(site, { author: author.name })}>{author.name}</a>
        {author.verified && ' (verified)'}
      </span>
    )}
  </>
)
