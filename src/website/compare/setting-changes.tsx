import type { SettingChanges as FileChanges } from '../../load-order/schemas.ts'
import { Entries, Part } from './entries.tsx'

/** Shows the changed settings of each ini file that both lists have. */
export const SettingChanges = ({ changes }: { changes: readonly FileChanges[] }) =>
  changes.length === 0 ? null : (
    <Part title="Settings">
      {changes.map(({ file, counts, added, removed, changed }) => (
        <div class="file" key={file}>
          <p class="file-name">{file}</p>
          <Entries title="Added" sign="+" entries={added} count={counts.added} row={Setting} />
          <Entries title="Removed" sign="−" entries={removed} count={counts.removed} row={Setting} />
          <Entries title="Changed" entries={changed} count={counts.changed} row={Change} />
        </div>
      ))}
    </Part>
  )

const Setting = ({ section, key, value }: FileChanges['added'][number]) => (
  <>
    {section !== '' && <span class="where">[{section}]</span>} {key} = <code>{value}</code>
  </>
)

const Change = ({ section, key, from, to }: FileChanges['changed'][number]) => (
  <>
    {Setting({ section, key, value: from })} <span class="where">now</span> <code>{to}</code>
  </>
)
