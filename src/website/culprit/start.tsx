import type { CulpritState } from '../../compare/culprit/schemas.ts'
import { counted } from '../../text/amounts.ts'
import { visibleName } from '../../text/harmless.ts'
import { SubmitButton } from '../form/field.tsx'
import { NameList } from '../parts/name-list.tsx'
import { Name } from '../parts/shown-list.tsx'
import type { SearchData } from './data.ts'
import { MAX_KEPT } from './query.ts'

/** Before the first round: what is tested and what is not, what to install, and the changes that every set can have. */
export function StartOfSearch({ names, address, state: { units, part, not_tested }, path, to }: SearchData) {
  const onlyIn = [
    { name: names[0], entries: units.filter(({ kind }) => kind === 'removed') },
    { name: names[1], entries: units.filter(({ kind }) => kind === 'added' || kind === 'renamed') },
  ]
  const ticked = new Set(address.keep)
  return (
    <>
      <p>
        {counted(units.length, 'change')} can be tested. Each round takes some of them over into your profile. Start the
        game, and say whether it crashes. From the third round on, an answer rules out about half of what is left.
      </p>
      <NotTested what={not_tested} />
      <p>
        Install the mods of both lists, and leave them installed until the search ends. Use a new save or a copy of your
        save.
      </p>
      {onlyIn.map(
        ({ name, entries }) =>
          entries.length > 0 && (
            <div class="under" key={name}>
              <h2>
                Only in <Name of={name} /> ({entries.length})
              </h2>
              <NameList entries={entries} />
            </div>
          ),
      )}
      <p>
        <a href={to({ letters: 'wc', keep: [] })}>I have seen both: skip two rounds</a>. This is for whoever has tested
        both lists on this computer. The first two rounds test them again.
      </p>
      <form method="post" action={path}>
        <h2>Needed by everything</h2>
        <p>
          Tick changes without which nothing would start, such as an overhaul. Every set has them.
          {units.length > MAX_KEPT && ` Tick at most ${MAX_KEPT}.`}
        </p>
        <ul class="names">
          {units.map(({ id, name }) => (
            <li key={id}>
              <label class="tick">
                <input type="checkbox" name="keep[]" value={id} checked={ticked.has(id)} />
                <span>
                  Always take <Name of={visibleName(name)} />
                </span>
              </label>
            </li>
          ))}
        </ul>
        {address.part !== undefined && <input type="hidden" name="part" value={part} />}
        <div class="foot">
          <SubmitButton text="Start" />
        </div>
      </form>
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
