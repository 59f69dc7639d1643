import type { CulpritState, CulpritUnit } from '../../compare/culprit/schemas.ts'
import { doubtTexts } from '../../compare/culprit/verdict.ts'
import { counted } from '../../text/amounts.ts'
import { visibleName } from '../../text/harmless.ts'
import { CopyLink } from '../components/actions.tsx'
import { Meter } from '../components/meter.tsx'
import { Name } from '../components/shown-list.tsx'
import type { Site } from '../components/site.ts'
import { whereToPutSteps } from '../components/where-to-put.tsx'
import { SubmitButton } from '../form/field.tsx'
import { type CulpritAddress, fieldsOf, type LETTERS, MAX_KEPT, SEEN_BOTH } from './query.ts'

export interface CulpritPageData {
  site: Site
  /** Both lists with their revisions. */
  slugs: readonly [works: string, crashes: string]
  names: readonly [works: string, crashes: string]
  title: string
  game: string
  address: CulpritAddress
  state: CulpritState
  /** Before the search: number of changes that can be tested if the first list is the one that crashes. */
  canTurn: number
  /** Names of the files of a round. */
  files: readonly string[]
  /** The comparison and the ticks that take what was found out of the crashing list; null if nothing can be taken out. */
  fix: { slugs: readonly [crashes: string, works: string]; take: string } | null
  /** The found names that have a page in the catalog. */
  withPages: ReadonlySet<string>
  /** The other part, if the search can go on with its changes. */
  otherPart: 'mods' | 'plugins' | null
}

/** A state of a search, with what its parts share. */
export interface SearchData extends CulpritPageData {
  path: string
  to(change: Partial<CulpritAddress>): string
}

type Next = NonNullable<CulpritState['next']>

const BUTTONS: Record<keyof typeof LETTERS, { text: string; kind: string }> = {
  c: { text: 'It crashed', kind: 'danger' },
  w: { text: 'It worked', kind: 'plain' },
  u: { text: 'Could not test', kind: 'plain' },
}

/** A round: the set to test, its files, and the buttons that answer. */
export function Round({ next, ...data }: SearchData & { next: Next }) {
  const { address, state, path, to, files } = data
  const { letters = '' } = address
  const { units, suspects, needed } = state
  const [, ...others] = fieldsOf(address)
  return (
    <>
      <h2>
        Round {next.round} of about {next.round + next.rounds_left - 1}
      </h2>
      <div class="card">
        <p class="actions">
          ①
          <a class="button primary" href={`${to({})}&download=1`}>
            Download {files.join(', ')} for this round
          </a>
          <span class="hint">
            {next.take.length} of {counted(units.length, 'change')} in it. Close Mod Organizer, then replace the same{' '}
            {files.length === 1 ? 'file' : 'files'} in your profile’s folder.
          </span>
        </p>
        <form class="actions" action={path}>
          ② <b>Start the game. Did it crash?</b>
          {(['c', 'w', 'u'] as const).map((letter) => (
            <SubmitButton
              key={letter}
              text={BUTTONS[letter].text}
              name="answers"
              value={`1${letters}${letter}`}
              class={BUTTONS[letter].kind}
            />
          ))}
          {others.map(([name, value]) => (
            <input key={value} type="hidden" name={name} value={value} />
          ))}
          {letters !== '' && <a href={to({ letters: letters.slice(0, -1) })}>Undo the last answer</a>}
        </form>
        <Meter part={units.length - suspects.length} of={units.length} />
        <Names heading={`${suspects.length} left of ${units.length}`} units={unitsOf(state, suspects)} />
        <Names heading={`Needed so far (${needed.length})`} units={unitsOf(state, needed)} />
      </div>
      <Doubts pairs={state.doubts} />
      <Later {...data} />
      <details>
        <summary>How to replace the files</summary>
        <ol>
          {whereToPutSteps(files.join(', '), files.length > 1).map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </details>
      {(letters === '' || letters === SEEN_BOTH) && <Kept {...data} />}
    </>
  )
}

/** Maximum number of names in a line. */
const MAX_NAMES = 200

const Names = ({ heading, units }: { heading: string; units: readonly CulpritUnit[] }) =>
  units.length > 0 && (
    <p class="hint">
      {heading}:{' '}
      {units.slice(0, MAX_NAMES).map(({ id, name }, at) => (
        <>
          {at > 0 && ', '}
          <Name key={id} of={visibleName(name)} />
        </>
      ))}
      {units.length > MAX_NAMES && ` and ${units.length - MAX_NAMES} more`}
    </p>
  )

/** The form that begins again with changes that every set has. Later, answers would be about other sets. */
function Kept({ address, state: { units }, path }: SearchData) {
  const kept = new Set(address.keep)
  return (
    <details open={kept.size > 0}>
      <summary>Needed by everything</summary>
      <form method="post" action={path}>
        <p>
          Tick changes without which nothing would start, such as an overhaul. Every round has them.
          {units.length > MAX_KEPT && ` Tick at most ${MAX_KEPT}.`}
        </p>
        <ul class="names">
          {units.map(({ id, name }) => (
            <li key={id}>
              <label class="tick">
                <input type="checkbox" name="keep[]" value={id} checked={kept.has(id)} />
                <span>
                  Always take <Name of={visibleName(name)} />
                </span>
              </label>
            </li>
          ))}
        </ul>
        {fieldsOf({ ...address, keep: [] }).map(([name, value]) => (
          <input key={value} type="hidden" name={name === 'without' ? 'without[]' : name} value={value} />
        ))}
        <SubmitButton text="Begin with these" class="plain" />
      </form>
    </details>
  )
}

/** Returns the units with these ids, in the order of the ids. */
export function unitsOf({ units }: Pick<CulpritState, 'units'>, ids: readonly string[]): CulpritUnit[] {
  const byId = new Map(units.map((unit) => [unit.id, unit]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Links that start again, and lead to this state later. */
export const Later = ({ to, address, state }: SearchData) => (
  <p class="actions">
    {state.next === null && address.letters && (
      <a href={to({ letters: address.letters.slice(0, -1) })}>Undo the last answer</a>
    )}
    <a href={to({})}>Link to go on later</a> <CopyLink />
    <a href={to({ letters: undefined, keep: [], without: [], part: address.part })}>Back to the start</a>
    <span class="outcome" role="status" />
  </p>
)

/** Says which answers hardly fit together. */
export function Doubts({ pairs }: { pairs: CulpritState['doubts'] }) {
  const texts = doubtTexts(pairs)
  return texts === undefined ? null : (
    <div class="notes">
      <ul>
        {texts.doubts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <p>{texts.advice}</p>
    </div>
  )
}
