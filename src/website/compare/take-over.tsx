import type { ComparisonView } from '../../load-order/rendering/comparison/view.ts'
import { counted } from '../../text/amounts.ts'
import { SubmitButton } from '../form/field.tsx'
import { comparePath, culpritPath, type Site } from '../parts/site.ts'

interface TakeOverFootData {
  site: Site
  slugs: readonly [first: string, second: string]
  sides: readonly [first: string, second: string]
  ticks: ComparisonView['ticks']
}

/** The foot that stays in sight: how many changes are ticked, and what can be done with them. */
export const TakeOverFoot = ({ site, slugs: [first, second], sides, ticks }: TakeOverFootData) => (
  <div class="foot">
    {ticks.carried !== '' && <input type="hidden" name="take" value={ticks.carried} />}
    <b role="status" data-carried={ticks.carried} data-count={ticks.count}>
      {ticks.count} ticked
    </b>
    <SubmitButton text={`Take over into ${sides[0]}`} class="plain" />
    <button type="button" class="copy">
      Copy fix link
    </button>
    <span class="outcome" role="status" />
    <a class="button" href={culpritPath(site, first, second)}>
      Find the culprit
    </a>
    <a class="quiet" href={comparePath(site, second, first)}>
      Take over into {sides[1]} instead
    </a>
  </div>
)

/** Says what of the ticks in the address does not fit the lists. */
export function TickNotes({ ticks: { missing, isOld, isWrong, count } }: Pick<TakeOverFootData, 'ticks'>) {
  const notes = [
    isOld ? 'A list has changed since this link was made.' : '',
    missing > 0 ? `${counted(missing, 'ticked change')} of the link no longer ${missing === 1 ? 'fits' : 'fit'}.` : '',
    isWrong ? 'The ticks of this link could not be read, so nothing is ticked.' : '',
  ].filter((note) => note !== '')
  if (notes.length === 0) return null
  return (
    <p class="notes" role="status">
      {notes.join(' ')} {!isWrong && `${count} ${count === 1 ? 'row is' : 'rows are'} ticked.`}
    </p>
  )
}
