import { allOf } from '../../load-order/merging/ticks.ts'
import type { ChangeRow, PartHead } from '../../load-order/rendering/comparison/rows.ts'
import type { ComparisonQuery, ComparisonView } from '../../load-order/rendering/comparison/view.ts'
import { Pager } from '../parts/pager.tsx'
import { ChangeTable } from './change-table.tsx'
import { OtherChanges } from './other-changes.tsx'

interface PartRowsData {
  part: 'mods' | 'plugins'
  head: PartHead
  view: ComparisonView
  query: ComparisonQuery
  sides: readonly [first: string, second: string]
  /** Returns the address of the page with a change of its state. */
  to: (change: Partial<ComparisonQuery>) => string
  /** Returns the path of a row's page; undefined if it has none. */
  pathOf?: (row: ChangeRow) => string | undefined
}

/** The changed mods or plugins in one table with its pages, and what else differs. */
export function PartRows({ part, head, view, query, sides, to, pathOf }: PartRowsData) {
  const { rows, pages, others } = view
  const address = (page: number) => to({ page })
  const isPaged = pages !== null && pages.total > pages.size
  const isWhole = !isPaged && query.text === '' && !query.hidesOff && query.kind === undefined
  const isPast = pages !== null && pages.total > 0 // if there are no rows, the pager says so
  return (
    <>
      {rows.length > 0 && (
        <ChangeTable
          part={part}
          view={view}
          sides={sides}
          all={isWhole ? allOf(part) : ''}
          address={address}
          pathOf={pathOf}
        />
      )}
      {rows.length === 0 && !isPast && (
        <p class="empty">{head.rows === 0 ? `No ${part} differ.` : 'Nothing matches the filter.'}</p>
      )}
      {pages !== null && <Pager {...pages} address={address} />}
      {others !== null && <OtherChanges others={others} sides={sides} />}
    </>
  )
}
