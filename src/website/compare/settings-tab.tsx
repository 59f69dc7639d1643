import { countDlls } from '../../load-order/rendering/comparison/rows.ts'
import { isChanges } from '../../load-order/rendering/sentence.ts'
import type { DllChanges, FileChange, OnlyIn, SettingChanges } from '../../load-order/schemas.ts'
import { Badge, type Tone } from '../components/chip.tsx'
import { EntryTable } from '../components/entry-table.tsx'

interface SettingsTabData {
  changes: readonly SettingChanges[]
  sides: readonly [first: string, second: string]
  heading?: 'h2' | 'h3'
  /** All files that differ. */
  files?: readonly FileChange[]
}

/** Returns the ini files that only one list has, so that their settings are not compared. */
export const iniFilesOfOne = (files: readonly FileChange[]): FileChange[] =>
  files.filter(({ name, change }) => change !== 'changed' && /\.ini$/i.test(name))

/** The changed settings of each ini file that both lists have, in one table for each file, and the files of one list. */
export const SettingsTab = ({ changes, files = [], sides, heading: Heading = 'h2' }: SettingsTabData) => (
  <>
    {iniFilesOfOne(files).map(({ name, change }) => (
      <p key={name}>
        {name} is only in {sides[change === 'added' ? 1 : 0]}.
      </p>
    ))}
    {changes.length === 0 && <p class="empty">No setting differs in the ini files that both lists have.</p>}
    {changes.map(({ file, counts, removed, changed, added }) => {
      const count = counts.added + counts.removed + counts.changed
      const shown = removed.length + changed.length + added.length
      return (
        <>
          <Heading>{file}</Heading>
          <ValueTable
            of="Setting"
            sides={sides}
            removed={removed.map(({ value, ...row }) => ({ ...row, name: row.key, from: value }))}
            changed={changed.map((row) => ({ ...row, name: row.key }))}
            added={added.map(({ value, ...row }) => ({ ...row, name: row.key, to: value }))}
          />
          {shown < count && <p class="more">and {count - shown} more</p>}
        </>
      )
    })}
  </>
)

interface ValueRow {
  section?: string
  name: string
  from?: string | null
  to?: string | null
}

interface ValueTableData {
  /** What a row is. */
  of: string
  sides: readonly [first: string, second: string]
  removed: readonly ValueRow[]
  changed: readonly ValueRow[]
  added: readonly ValueRow[]
  /** Words of a row that both lists have. */
  word?: string
}

/** The values of both lists in a table, those of the first list alone before the others. */
function ValueTable({ of, sides: [first, second], removed, changed, added, word = 'changed' }: ValueTableData) {
  const rows = (tone: Tone, words: string, entries: readonly ValueRow[]) =>
    entries.map(({ section = '', name, from, to }) => (
      <tr key={tone + section + name}>
        <td class="k">
          <Badge tone={tone}>{words}</Badge>
        </td>
        <td>
          {section !== '' && <span class="quiet">[{section}]</span>} {name}
        </td>
        {[from, to].map((value) => (
          <td>{value != null && <code>{value}</code>}</td>
        ))}
      </tr>
    ))
  return (
    <EntryTable
      columns={[{ name: 'Change', class: 'k' }, { name: of }, { name: `In ${first}` }, { name: `In ${second}` }]}
    >
      {rows('went', '− only here', removed)}
      {rows('other', word, changed)}
      {rows('came', '+ only there', added)}
    </EntryTable>
  )
}

interface DllsTabData {
  changes: DllChanges | OnlyIn | null
  sides: readonly [first: string, second: string]
}

/** The DLLs of the script extender that differ between the logs of both lists. */
export function DllsTab({ changes, sides }: DllsTabData) {
  if (changes === null) return <p class="empty">Neither list has DLLs.</p>
  if (!isChanges(changes)) return <p class="empty">Only {sides[changes.only_in === 1 ? 0 : 1]} has DLLs.</p>
  const { removed, updated, added } = changes
  const left = countDlls(changes) - removed.length - updated.length - added.length
  if (countDlls(changes) === 0) return <p class="empty">No DLLs differ.</p>
  const versionOf = ({ version }: { version: string | null }) => version ?? 'without a version'
  return (
    <>
      <ValueTable
        of="DLL"
        sides={sides}
        removed={removed.map((dll) => ({ name: dll.name, from: versionOf(dll) }))}
        changed={updated}
        added={added.map((dll) => ({ name: dll.name, to: versionOf(dll) }))}
        word="updated"
      />
      {left > 0 && <p class="more">and {left} more</p>}
    </>
  )
}
