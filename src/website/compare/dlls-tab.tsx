import { countDlls } from '../../load-order/rendering/comparison/rows.ts'
import { isChanges } from '../../load-order/rendering/sentence.ts'
import type { DllChanges, OnlyIn } from '../../load-order/schemas.ts'
import { EntryTable } from '../parts/entry-table.tsx'
import { ValueRow } from './settings-tab.tsx'

interface DllsTabData {
  changes: DllChanges | OnlyIn | null
  sides: readonly [first: string, second: string]
}

/** The DLLs of the script extender that differ between the logs of both lists. */
export function DllsTab({ changes, sides }: DllsTabData) {
  if (changes === null) return <p class="empty">Neither list has DLLs.</p>
  if (!isChanges(changes)) return <p class="empty">Only {sides[changes.only_in === 1 ? 0 : 1]} has DLLs.</p>
  const [first, second] = sides
  const { removed, updated, added } = changes
  const left = countDlls(changes) - removed.length - updated.length - added.length
  if (countDlls(changes) === 0) return <p class="empty">No DLLs differ.</p>
  const withoutVersion = 'without a version'
  return (
    <>
      <EntryTable
        columns={[{ name: 'Change', class: 'k' }, { name: 'DLL' }, { name: `In ${first}` }, { name: `In ${second}` }]}
      >
        {removed.map(({ name, version }) => (
          <ValueRow
            key={name}
            tone="went"
            change="− only here"
            name={name}
            values={[version ?? withoutVersion, null]}
          />
        ))}
        {updated.map(({ name, from, to }) => (
          <ValueRow key={name} tone="other" change="updated" name={name} values={[from, to]} />
        ))}
        {added.map(({ name, version }) => (
          <ValueRow
            key={name}
            tone="came"
            change="+ only there"
            name={name}
            values={[null, version ?? withoutVersion]}
          />
        ))}
      </EntryTable>
      {left > 0 && <p class="more">and {left} more</p>}
    </>
  )
}
