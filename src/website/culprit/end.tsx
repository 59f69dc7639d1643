import type { CulpritUnit } from '../../compare/culprit/schemas.ts'
import { counted } from '../../text/amounts.ts'
import { visibleName } from '../../text/harmless.ts'
import { Source } from '../parts/name-list.tsx'
import { Name, NameLink } from '../parts/shown-list.tsx'
import { modPath } from '../parts/site.ts'
import type { SearchData } from './data.ts'
import { Doubts, LaterAndBack, unitsOf } from './round.tsx'
import { NotTested } from './start.tsx'

/** The end of a search: the changes that crash together, or why none were found. */
export function EndOfSearch(data: SearchData) {
  const { site, game, names, state, withPages, otherPart, address, to } = data
  const { found, verdict, part, not_tested } = state
  const kind = part === 'mods' ? 'mod' : 'plugin'
  return (
    <>
      {found !== null && (
        <>
          <h2>Found ({found.length})</h2>
          <ul class="names">
            {unitsOf(state, found).map((unit) => (
              <li key={unit.id}>
                {withPages.has(unit.name) ? (
                  <NameLink to={modPath(site, game, kind, unit.name)} name={visibleName(unit.name)} />
                ) : (
                  <Name of={visibleName(unit.name)} />
                )}{' '}
                {unit.version !== null && <Name of={visibleName(unit.version)} />}{' '}
                <span class="quiet">{changeText(unit, names)}</span> <Source address={unit.source} />
              </li>
            ))}
          </ul>
        </>
      )}
      <p class="sentence">
        <b>{verdict?.text}</b>
      </p>
      {found !== null && (
        <p>
          {counted(address.letters?.length ?? 0, 'round')} answered. A mod on this list may only be the place where two
          others meet: ask its author, and show them this page.
        </p>
      )}
      <NotTested what={not_tested} />
      {otherPart !== null && (
        <p>
          <a href={to({ letters: undefined, keep: [], part: otherPart })}>Go on with the {otherPart}</a>
        </p>
      )}
      <Doubts pairs={state.doubts} />
      <LaterAndBack {...data} />
    </>
  )
}

/** Says in words what a change is. */
function changeText({ kind, moved, from }: CulpritUnit, [works, crashes]: readonly [string, string]): string {
  const words: Record<CulpritUnit['kind'], string> = {
    added: `only in ${crashes}`,
    removed: `only in ${works}`,
    enabled: 'switched on',
    disabled: 'switched off',
    moved: 'moved',
    renamed: `renamed from ${visibleName(from ?? '')}`,
  }
  return words[kind] + (moved && kind !== 'moved' ? ' and moved' : '')
}
