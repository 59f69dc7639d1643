import { countDlls } from '../../load-order/rendering/comparison/rows.ts'
import { isChanges } from '../../load-order/rendering/sentence.ts'
import type { DllChanges, FileChange, OnlyIn, SettingChanges } from '../../load-order/schemas.ts'
import { Badge } from '../components/chip.tsx'
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
export const SettingsTab = ({
  changes,
  files = [],
  sides: [first, second],
  heading: Heading = 'h2',
}: SettingsTabData) => (
  <>
    {iniFilesOfOne(files).map(({ name, change }) => (
      <p key={name}>
        {name} is only in {change === 'added' ? second : first}.
      </p>
    ))}
    {changes.length === 0 && <p class="empty">No setting differs in the ini files that both lists have.</p>}
    {changes.map(({ file, counts, removed, changed, added }) => {
      const count = counts.added + counts.removed + counts.changed
      const shown = removed.length + changed.length + added.length
      return (
        <>
          <Heading>{file}</Heading>
          <EntryTable
            columns={[
              { name: 'Change', class: 'k' },
              { name: 'Setting' },
              { name: `In ${first}` },
              { name: `In ${second}` },
            ]}
          >
            {removed.map(({ section, key, value }) => (
              <ValueRow tone="went" change="− only here" section={section} name={key} values={[value, null]} />
            ))}
            {changed.map(({ section, key, from, to }) => (
              <ValueRow tone="other" change="changed" section={section} name={key} values={[from, to]} />
            ))}
            {added.map(({ section, key, value }) => (
              <ValueRow tone="came" change="+ only there" section={section} name={key} values={[null, value]} />
            ))}
          </EntryTable>
          {shown < count && <p class="more">and {count - shown} more</p>}
        </>
      )
    })}
  </>
)

interface ValueRowData {
  tone: 'went' | 'other' | 'came'
  change: string
  section?: string
  name: string
  values: readonly [string | null, string | null]
}

/** A setting, or another value, of both lists. */
const ValueRow = ({ tone, change, section = '', name, values }: ValueRowData) => (
  <tr>
    <td class="k">
      <Badge tone={tone}>{change}</Badge>
    </td>
    <td>
      {section !== '' && <span class="quiet">[{section}]</span>} {name}
    </td>
    {values.map((value) => (
      <td>{value !== null && <code>{value}</code>}</td>
    ))}
  </tr>
)

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
