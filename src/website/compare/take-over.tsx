import type { ShownComparison } from '../../compare/load-orders/comparison-service.ts'
import type { ComparisonView } from '../../load-order/rendering/comparison/view.ts'
import { counted } from '../../text/amounts.ts'
import { NameList } from '../components/name-list.tsx'
import { comparePath, culpritPath, type Site } from '../components/site.ts'
import { SubmitButton } from '../form/field.tsx'

interface TakeOverFootData {
  site: Site
  slugs: readonly [first: string, second: string]
  sides: readonly [first: string, second: string]
  ticks: ComparisonView['ticks']
  /** The names and values of the page's other parameters. */
  state: readonly (readonly [name: string, value: string])[]
}

/** The foot that stays in sight: how many changes are ticked, and what can be done with them. */
export const TakeOverFoot = ({ site, slugs: [first, second], sides, ticks, state }: TakeOverFootData) => (
  <div class="foot" id="foot">
    <input
      type="hidden"
      name="take"
      value={[ticks.carried, `~${ticks.state}`].filter((group) => group !== '').join('.')}
    />
    <b role="status" data-carried={ticks.carried} data-count={ticks.count}>
      {ticks.count} ticked
    </b>
    <SubmitButton text={`Apply to ${sides[0]}`} class="plain" />
    {/* Without scripts, links do not know the boxes that were ticked since the page was opened. */}
    <noscript>
      {state.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" class="plain" formAction={comparePath(site, first, second)}>
        Keep ticks in the address
      </button>
    </noscript>
    <a class="button" href={culpritPath(site, first, second)}>
      Find the culprit
    </a>
  </div>
)

/** Says what of the ticks in the address does not fit the lists, by name as far as the names are known. */
export function TickNotes({
  ticks: { missing, isOld, isWrong, count },
  gone,
  done,
}: Pick<ShownComparison, 'ticks' | 'gone' | 'done'>) {
  const left = done.length > 0 ? 0 : missing.length
  const notes = [
    isOld && done.length === 0 ? 'A list has changed since this link was made.' : '',
    left > 0 ? `${counted(left, 'ticked change')} of the link no longer ${left === 1 ? 'fits' : 'fit'}.` : '',
    isWrong ? 'The ticks of this link could not be read, so nothing is ticked.' : '',
  ].filter((note) => note !== '')
  if (notes.length === 0) return null
  return (
    <div class="notes" role="status">
      {notes.join(' ')} {!isWrong && `${count} ${count === 1 ? 'row is' : 'rows are'} ticked.`}
      {gone.length > 0 && (
        <>
          <p>No longer a change of these lists:</p>
          <NameList entries={gone.map((name) => ({ name }))} />
        </>
      )}
    </div>
  )
}
