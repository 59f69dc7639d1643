import type { FoundNames } from '../../mods/search-service.ts'
import { plural } from '../../text/amounts.ts'
import { NameLink } from '../parts/shown-list.tsx'
import { authorPath, listsPath, type Site } from '../parts/site.ts'

interface NamesData {
  site: Site
  /** The game whose mods were searched; undefined for all games. */
  game: string | undefined
  names: FoundNames
  /** What no list or mod is named; null if there are such lists. */
  missing: 'list' | 'mod' | null
}

/** The mods and authors that a search found, with links to their lists. */
export function Names({ site, game, names: { mods, authors }, missing }: NamesData) {
  const [best, ...others] = mods
  const linkTo = ({ name }: { name: string }) => <NameLink to={listsPath(site, { game, mod: name })} name={name} />
  return (
    <>
      {best !== undefined && (
        <p role="status">
          {missing !== null && `No ${missing} is named so; `}
          {best.lists.toLocaleString('en')} {best.lists === 1 ? 'list has' : `${plural('list', best.lists)} have`} the
          mod {linkTo(best)}
        </p>
      )}
      {others.length > 0 && (
        <p class="meta">
          More mods:
          {others.map((mod) => (
            <span key={mod.name}>
              {linkTo(mod)} {mod.lists.toLocaleString('en')}
            </span>
          ))}
        </p>
      )}
      {authors.length > 0 && (
        <p class="meta">
          {plural('Author', authors.length)}:
          {authors.map(({ name }) => (
            <span key={name}>
              <NameLink to={authorPath(site, name)} name={name} />
            </span>
          ))}
        </p>
      )}
    </>
  )
}
