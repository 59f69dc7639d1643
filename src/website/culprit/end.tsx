import type { CulpritUnit } from '../../compare/culprit/schemas.ts'
import { visibleName } from '../../text/harmless.ts'
import { Actions } from '../components/actions.tsx'
import { ButtonLink } from '../components/link.tsx'
import { Source } from '../components/name-list.tsx'
import { Name, NameLink } from '../components/shown-list.tsx'
import { apiPath, comparePath, culpritPath, modPath } from '../components/site.ts'
import { searchOf } from './query.ts'
import { Doubts, Later, type SearchData, unitsOf } from './round.tsx'
import { NotTested } from './start.tsx'

/** The end of a search: the changes that crash together, or why none were found, and what to do next. */
export function EndOfSearch(data: SearchData) {
  const { state, otherPart, to } = data
  const { found, verdict, not_tested } = state
  return (
    <>
      <div class="card">
        {found !== null ? <Found {...data} found={unitsOf(state, found)} /> : <NotFound {...data} />}
      </div>
      {verdict?.code !== 'found' && <NotTested what={not_tested} />}
      {otherPart !== null && (
        <p>
          <ButtonLink
            to={to({ letters: '', keep: [], without: [], part: otherPart })}
            text={`Go on with the ${otherPart}`}
          />
        </p>
      )}
      <Doubts pairs={state.doubts} />
      <Later {...data} />
    </>
  )
}

/** What was found, and what can be done with it. */
function Found({
  found,
  site,
  game,
  names,
  state,
  withPages,
  address,
  fix,
  to,
}: SearchData & { found: CulpritUnit[] }) {
  const kind = state.part === 'mods' ? 'mod' : 'plugin'
  const it = found.length === 1 ? 'it' : 'them'
  const pathOf = ({ name }: CulpritUnit) => (withPages.has(name) ? modPath(site, game, kind, name) : undefined)
  const [first] = found
  const page = found.length === 1 && first !== undefined ? pathOf(first) : undefined
  return (
    <>
      <h2>
        {state.verdict?.code === 'found' ? 'It is ' : 'It may be '}
        {found.map((unit, at) => {
          const path = pathOf(unit)
          const name = visibleName(unit.name)
          return (
            <>
              {at > 0 && ' with '}
              {path === undefined ? <Name of={name} /> : <NameLink to={path} name={name} />}
            </>
          )
        })}
      </h2>
      <p class="meta">
        {found.map((unit) => (
          <span key={unit.id}>
            {found.length > 1 && (
              <>
                <Name of={visibleName(unit.name)} />:{' '}
              </>
            )}
            {unit.version !== null && <Name of={`${visibleName(unit.version)}, `} />}
            {changeText(unit, names)} <Source address={unit.source} />
          </span>
        ))}
        <span>{state.verdict?.text}</span>
      </p>
      <p>It may only be the place where two mods meet: look for a newer version or a patch before you drop it.</p>
      <Actions>
        <WithoutIt site={site} fix={fix} it={it} />
        {page !== undefined && <ButtonLink to={page} text="Lists that have it" />}
        <ButtonLink
          to={to({ letters: 'w', without: [...address.without, ...found.map(({ id }) => id)] })}
          text={`Search on without ${it}`}
        />
      </Actions>
    </>
  )
}

/** Links to the crashing list without what was found. */
function WithoutIt({ site, fix, it }: Pick<SearchData, 'site' | 'fix'> & { it: string }) {
  if (fix === null) return null
  const { slugs, take } = fix
  const path = comparePath(site, ...slugs)
  return (
    <>
      <a class="button primary" href={`${path}/take-over?${new URLSearchParams({ take, download: '1' })}`}>
        Download my list without {it}
      </a>
      <a
        class="button copied"
        href={`${apiPath(site, comparePath({ ...site, base: '' }, ...slugs))}/changes.md?${new URLSearchParams({ short: '1', take })}`}
      >
        Copy for Discord
      </a>
    </>
  )
}

/** Why nothing was found. A baseline that contradicts what the person said of the lists is tested again first. */
function NotFound({ site, slugs, names, state: { verdict, units }, address, fix, to }: SearchData) {
  const [works, crashes] = names
  const { letters = '', without } = address
  const isWorking = verdict?.code === 'all_works' && without.length === 0
  if (isWorking || verdict?.code === 'nothing_crashes') {
    return (
      <>
        <p>
          You said that <Name of={isWorking ? crashes : works} />{' '}
          {isWorking
            ? 'crashes, but this set, which has all its changes, worked.'
            : 'works, but this set, which has none of the changes, crashed.'}{' '}
          If the crash comes only now and then:
        </p>
        <p class="actions">
          <a class="button primary" href={to({ letters: letters.slice(0, -1) })}>
            Test it again
          </a>
          {!isWorking && (
            <a
              class="button"
              href={
                culpritPath(site, slugs[1], slugs[0]) + searchOf({ ...address, letters: '', keep: [], without: [] })
              }
            >
              <Name of={works} /> is the one that crashes
            </a>
          )}
        </p>
        <p>{verdict.text}</p>
      </>
    )
  }
  return (
    <>
      <p>
        <b>{verdict?.text}</b>
      </p>
      <Actions>
        <WithoutIt site={site} fix={fix} it={without.length === 1 ? 'it' : 'them'} />
      </Actions>
      {units.length > 0 && address.keep.length > 0 && <ButtonLink to={to({ keep: [] })} text="Choose again" />}
    </>
  )
}

/** Says in words what a change is. */
function changeText({ kind, moved, from }: CulpritUnit, [works, crashes]: readonly [string, string]): string {
  const words: Record<CulpritUnit['kind'], string> = {
    added: `only in ${crashes}.`,
    removed: `only in ${works}.`,
    enabled: 'switched on.',
    disabled: 'switched off.',
    moved: 'moved.',
    renamed: `renamed from ${visibleName(from ?? '')}.`,
  }
  return moved && kind !== 'moved' ? words[kind].replace(/\.$/, ' and moved.') : words[kind]
}
