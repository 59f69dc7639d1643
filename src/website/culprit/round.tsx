import type { CulpritState, CulpritUnit } from '../../compare/culprit/schemas.ts'
import { doubtTexts } from '../../compare/culprit/verdict.ts'
import { counted } from '../../text/amounts.ts'
import { SubmitButton } from '../form/field.tsx'
import { CopyLink } from '../parts/actions.tsx'
import { NameList } from '../parts/name-list.tsx'
import { WhereToPut } from '../parts/where-to-put.tsx'
import type { SearchData } from './data.ts'
import { fieldsOf, type LETTERS } from './query.ts'

type Next = NonNullable<CulpritState['next']>

const BUTTONS: Record<keyof typeof LETTERS, string> = { c: 'Crashes', w: 'Works', u: "Can't test" }

/** A round: the set to test, its files, and the buttons that answer. */
export function Round({ next, ...data }: SearchData & { next: Next }) {
  const { address, state, path, to } = data
  const { letters = '' } = address
  const [, ...others] = fieldsOf(address)
  return (
    <>
      <h2>
        Round {next.round} of about {next.round + next.rounds_left - 1}
      </h2>
      <p>
        {next.take.length} of {counted(state.units.length, 'change')} are in this round’s set.
      </p>
      <p class="actions">
        <a class="button primary" href={`${to({})}&download=1`}>
          Download
        </a>
      </p>
      <WhereToPut files="the files of this round" />
      <p>
        Then start the game. If it can’t tell you anything, because a mod is missing that another one needs, for
        example, choose “Can't test”.
      </p>
      <form class="foot" action={path}>
        <b>Did it crash?</b>
        {(['c', 'w', 'u'] as const).map((letter) => (
          <SubmitButton
            key={letter}
            text={BUTTONS[letter]}
            name="answers"
            value={`1${letters}${letter}`}
            class="plain"
          />
        ))}
        {others.map(([name, value]) => (
          <input key={value} type="hidden" name={name} value={value} />
        ))}
      </form>
      <LaterAndBack {...data} />
      <Doubts pairs={state.doubts} />
      {state.suspects.length > 0 && (
        <div class="under">
          <h2>What is left ({state.suspects.length})</h2>
          <NameList entries={unitsOf(state, state.suspects)} />
        </div>
      )}
      {state.needed.length > 0 && (
        <div class="under">
          <h2>Needed so far ({state.needed.length})</h2>
          <NameList entries={unitsOf(state, state.needed)} />
        </div>
      )}
    </>
  )
}

/** Returns the units with these ids, in the order of the ids. */
export function unitsOf({ units }: Pick<CulpritState, 'units'>, ids: readonly string[]): CulpritUnit[] {
  const byId = new Map(units.map((unit) => [unit.id, unit]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Links that take the last answer back, start again, and lead to this state later. */
export function LaterAndBack({ site, address: { letters = '' }, to }: SearchData) {
  const link = to({})
  return (
    <>
      <p class="links">
        {letters !== '' && <a href={to({ letters: letters.slice(0, -1) })}>Undo the last answer</a>}
        <a href={to({ letters: undefined })}>Back to the start</a>
      </p>
      <p class="actions">
        Save this page's link to go on later: <a href={link}>{new URL(site.url).origin + link}</a> <CopyLink />
        <span class="outcome" role="status" />
      </p>
    </>
  )
}

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
