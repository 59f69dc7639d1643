import type { ListQuery } from '../../lists/schemas.ts'
import { type Chip, Chips } from '../parts/chip.tsx'
import { listsPath, type Site } from '../parts/site.ts'
import { askedOf, gameNamed } from './query.ts'

const SORTS = {
  '-created': 'newest first',
  '-updated': 'recently updated first',
  created: 'oldest first',
  updated: 'least recently updated first',
}

interface SearchFormData {
  site: Site
  query: ListQuery
  games: readonly { name: string; lists_count: number }[]
}

/** The search of the collection in one line, and its games as chips. Mods, authors and plugins are filters of links only. */
export function SearchForm({ site, query, games }: SearchFormData) {
  const { search, game, author, mod, plugin, sort } = askedOf(query)
  return (
    <>
      <form class="search" action={`${site.base}/lists`}>
        <label>
          Search <input type="search" name="search" value={search} placeholder="Name, description, author, mod" />
        </label>
        {mod !== undefined && (
          <label>
            Mod <input id="mod" name="mod" value={mod} autocomplete="off" />
          </label>
        )}
        {author !== undefined && (
          <label>
            Author <input name="author" value={author} />
          </label>
        )}
        {plugin !== undefined && (
          <label>
            Plugin <input name="plugin" value={plugin} />
          </label>
        )}
        <label>
          Sort{' '}
          <select name="sort">
            {Object.entries(SORTS).map(([value, name]) => (
              <option key={value} value={value === '-created' ? '' : value} selected={value === sort}>
                {name}
              </option>
            ))}
          </select>
        </label>
        {gameNamed(games, game) !== undefined && <input type="hidden" name="game" value={game} />}
        <button type="submit" class="plain">
          Search
        </button>
      </form>
      <Chips label="Games" chips={chipsOf({ site, query, games })} />
    </>
  )
}

/** Returns a chip for each game that has lists, and for the chosen one. The game with the most lists comes first. */
function chipsOf({ site, query, games }: SearchFormData): Chip[] {
  const asked = askedOf(query)
  const chosen = gameNamed(games, asked.game)
  return games
    .filter((game) => game.lists_count > 0 || game === chosen)
    .toSorted((one, other) => other.lists_count - one.lists_count)
    .map((game) => ({
      tone: 'other',
      text: `${game.name} ${game.lists_count.toLocaleString('en')}`,
      to: listsPath(site, { ...asked, game: game === chosen ? undefined : game.name }),
      isChosen: game === chosen,
    }))
}
