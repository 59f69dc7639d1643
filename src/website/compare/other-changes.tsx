import { hasOthers, type Others } from '../../load-order/rendering/comparison/others.ts'
import type { Total } from '../../load-order/rendering/totals.ts'
import { Name } from '../parts/shown-list.tsx'

interface OtherChangesData {
  others: Others
  sides: readonly [first: string, second: string]
}

/** Separators and unmanaged entries that only one list has, and names that may be the same mod. */
export function OtherChanges({ others, sides: [first, second] }: OtherChangesData) {
  if (!hasOthers(others)) return null
  const { separators, unmanaged, renames } = others
  return (
    <div class="others">
      <Names title={`Separators only in ${first}`} names={separators.removed} total={separators.removedTotal} />
      <Names title={`Separators only in ${second}`} names={separators.added} total={separators.addedTotal} />
      <Names title={`Unmanaged, only in ${first}`} names={unmanaged.removed} total={unmanaged.removedTotal} />
      <Names title={`Unmanaged, only in ${second}`} names={unmanaged.added} total={unmanaged.addedTotal} />
      <Names
        title="Possibly renamed"
        names={renames.map(({ from, to }) => ({ name: `${from} → ${to}` }))}
        total={{ count: renames.length, isCut: false }}
      />
    </div>
  )
}

function Names({ title, names, total }: { title: string; names: readonly { name: string }[]; total: Total }) {
  if (total.count === 0) return null
  return (
    <details>
      <summary>
        {title} ({total.isCut && 'first '}
        {total.count})
      </summary>
      <ul class="names">
        {names.map(({ name }) => (
          <li key={name}>
            <Name of={name} />
          </li>
        ))}
      </ul>
      {names.length < total.count && <p class="more">and {total.count - names.length} more</p>}
    </details>
  )
}
