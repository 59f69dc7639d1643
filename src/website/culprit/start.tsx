import type { CulpritState } from '../../compare/culprit/schemas.ts'
import { halvings } from '../../compare/culprit/search.ts'
import { plural } from '../../text/amounts.ts'
import { NameList } from '../components/name-list.tsx'
import { Name } from '../components/shown-list.tsx'
import { culpritPath } from '../components/site.ts'
import { SEEN_BOTH, searchOf } from './query.ts'
import type { SearchData } from './round.tsx'

/** Before the first round: which list crashes, what is tested and what is not, and what to install. */
export function StartOfSearch({ site, slugs, names, address, state, canTurn }: SearchData) {
  const { units, part, not_tested } = state
  const [one, other] = slugs
  const { part: chosen } = address
  const search = (letters: string) => searchOf({ letters, keep: [], without: [], part: chosen })
  const count = units.length || canTurn
  const isFirst = canTurn > 0
  // The first list is the visitor's own on most ways to this page.
  const untested = isFirst ? culpritPath(site, other, one) : culpritPath(site, one, other)
  const onlyIn = [
    { name: names[0], entries: units.filter(({ kind }) => kind === 'removed') },
    { name: names[1], entries: units.filter(({ kind }) => kind === 'added' || kind === 'renamed') },
  ].filter(({ entries }) => entries.length > 0)
  return (
    <>
      <p class="meta">
        <span>
          <Name of={names[0]} /> and <Name of={names[1]} /> differ by {count} {plural(part.slice(0, -1), count)} that
          can be tested. About {Math.max(1, halvings(count) + 1)} starts of the game find the one that crashes.
        </span>
      </p>
      <div class="card">
        <h2>Which one crashes on your computer?</h2>
        <p class="actions">
          {isFirst && (
            <a class="button primary" href={culpritPath(site, other, one) + search(SEEN_BOTH)}>
              <Name of={names[0]} /> crashes
            </a>
          )}
          {units.length > 0 && (
            <a class={isFirst ? 'button' : 'button primary'} href={culpritPath(site, one, other) + search(SEEN_BOTH)}>
              <Name of={names[1]} /> crashes
            </a>
          )}
        </p>
        <p class="hint">
          You have seen both? Then we start with half of the changes.{' '}
          <a href={untested + search('')}>No: test both first (2 more rounds)</a>
        </p>
      </div>
      <p>
        Install the mods of both lists, and leave them installed until the search ends. Use a new save or a copy of your
        save.
      </p>
      {onlyIn.map(({ name, entries }) => (
        <details key={name}>
          <summary>
            Only in <Name of={name} /> ({entries.length})
          </summary>
          <NameList entries={entries} />
        </details>
      ))}
      <NotTested what={not_tested} />
    </>
  )
}

/** What differs between the lists and is not tested. */
export const NotTested = ({ what }: { what: CulpritState['not_tested'] }) =>
  what.length === 0 ? null : (
    <ul class="notes">
      {what.map(({ what: kind, text }) => (
        <li key={kind}>{text}</li>
      ))}
    </ul>
  )
