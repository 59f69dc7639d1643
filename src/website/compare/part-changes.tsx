import { changeRows } from '../../load-order/rendering/comparison/rows.ts'
import { isChanges } from '../../load-order/rendering/sentence.ts'
import type { ModChanges, OnlyIn, PluginChanges } from '../../load-order/schemas.ts'
import { ChangeTable } from './change-table.tsx'

interface PartChangesData {
  part: 'mods' | 'plugins'
  changes: ModChanges | PluginChanges | OnlyIn | null
  /** Names of both lists. */
  sides: readonly [first: string, second: string]
}

/** The changed mods or plugins in one table without boxes, as the tab of a comparison shows them. */
export function PartChanges({ part, changes, sides }: PartChangesData) {
  if (changes === null) return null
  if (!isChanges(changes)) {
    return (
      <p>
        Only {sides[changes.only_in === 1 ? 0 : 1]} has {part}.
      </p>
    )
  }
  const rows = changeRows(changes).map((row) => ({ ...row, ids: '', isTicked: false }))
  if (rows.length === 0) return null
  const shown = rows.reduce((sum, { kinds }) => sum + kinds.length, 0)
  const count = Object.values(changes.counts).reduce((sum, one) => sum + one, 0)
  return (
    <>
      <ChangeTable part={part} view={{ rows, cut: [], pages: null }} sides={sides} all="" address={() => ''} />
      {shown < count && <p class="more">and {count - shown} more</p>}
    </>
  )
}
