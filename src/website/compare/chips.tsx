import { isHead, ROW_KINDS, type RowKind } from '../../load-order/rendering/comparison/rows.ts'
import type { ComparisonQuery, ComparisonView } from '../../load-order/rendering/comparison/view.ts'
import { type Chip, Chips } from '../parts/chip.tsx'
import { kindWords, TONES } from './change-table.tsx'

interface ChangeChipsData {
  view: ComparisonView
  query: ComparisonQuery
  sides: readonly [first: string, second: string]
  /** Returns the address of the page with a change of its state. */
  to: (change: Partial<ComparisonQuery>) => string
}

/** The numbers of the changes of the open part, each of which filters the table; null if there are none. */
export function ChangeChips({ view, query, sides, to }: ChangeChipsData) {
  const part = view.tab === 'plugins' ? 'plugins' : 'mods'
  const head = view[part]
  if (!isHead(head)) return null
  const words = kindWords(sides)
  const sign = (kind: RowKind) => (kind === 'removed' ? '− ' : kind === 'added' ? '+ ' : '')
  const kinds = ROW_KINDS.filter((kind) => head.counts[kind] > 0)
  if (kinds.length === 0) return null
  const chips = kinds.map((kind): Chip => {
    const isChosen = query.kind === kind
    return {
      tone: TONES[kind],
      text: `${sign(kind)}${head.counts[kind]} ${words[kind]}`,
      to: to({ tab: part, kind: isChosen ? undefined : kind, page: Math.min(query.page, 1) }),
      isChosen,
    }
  })
  return <Chips label={`Filter the ${part} by their change`} chips={chips} />
}
