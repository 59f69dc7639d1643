import { isHead } from '../../load-order/rendering/comparison/rows.ts'
import type { ComparisonQuery, ComparisonView } from '../../load-order/rendering/comparison/view.ts'
import { type Chip, Chips } from '../parts/chip.tsx'
import { TONES } from './change-table.tsx'

interface ChangeChipsData {
  view: ComparisonView
  query: ComparisonQuery
  sides: readonly [first: string, second: string]
  /** Returns the address of the page with a change of its state. */
  to: (change: Partial<ComparisonQuery>) => string
}

/** The numbers of the changes of the open part, each of which filters the table. */
export function ChangeChips({ view, query, sides: [first, second], to }: ChangeChipsData) {
  const part = view.tab === 'plugins' ? 'plugins' : 'mods'
  const head = view[part]
  if (!isHead(head)) return null
  const words = {
    removed: `− ${head.counts.removed} only in ${first}`,
    disabled: `${head.counts.disabled} switched off`,
    enabled: `${head.counts.enabled} switched on`,
    updated: `${head.counts.updated} updated`,
    moved: `${head.counts.moved} moved`,
    regrouped: `${head.counts.regrouped} moved to another separator`,
    added: `+ ${head.counts.added} only in ${second}`,
  }
  const kinds = (['removed', 'disabled', 'enabled', 'updated', 'moved', 'regrouped', 'added'] as const).filter(
    (kind) => head.counts[kind] > 0,
  )
  if (kinds.length === 0) return null
  const chips = kinds.map((kind): Chip => {
    const isChosen = query.kind === kind
    return {
      tone: TONES[kind],
      text: words[kind],
      to: to({ tab: part, kind: isChosen ? undefined : kind, page: Math.min(query.page, 1) }),
      isChosen,
    }
  })
  return <Chips label={`Filter the ${part} by their change`} chips={chips} />
}
