import type { SettingChanges as FileChanges } from '../../load-order/schemas.ts'
import { Entries, Part } from './entries.tsx'

/** Shows the changed settings of each ini file that both lists have. */
export const SettingChanges = ({ changes }: { changes: readonly FileChanges[] }) =>
  changes.length === 0 ? null : (
    <Part title="Settings">
      {changes.map(({ file, counts, added, removed, changed }) => (
        <div class="file" key={file}>
          <p class="file-name">{file}</p>
          <Entries title="Added" sign="+" entries={added} count={counts.added}>
            {({ section, key, value }) => Value(section, key, value)}
          </Entries>
          <Entries title="Removed" sign="−" entries={removed} count={counts.removed}>
            {({ section, key, value }) => Value(section, key, value)}
          </Entries>
          <Entries title="Changed" entries={changed} count={counts.changed}>
            {({ section, key, from, to }) => (
              <>
                {Value(section, key, from)} <span class="where">now</span> <code>{to}</code>
              </>
            )}
          </Entries>
        </div>
      ))}
    </Part>
  )

const Value = (section: string, key: string, value: string) => (
  <>
    {section !== '' && <span class="where">[{section}]</span>} {key} = <code>{value}</code>
  </>
)
