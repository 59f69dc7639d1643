import type { ListedSetting, Listing } from '../../load-order/reading/listing.ts'
import { counted } from '../../text/amounts.ts'
import { lineId } from './rows.tsx'

/** Shows the settings of the ini files by section, as the game reads them. */
export const Settings = ({ settings }: { settings: Listing['settings'] }) => (
  <section id="settings" class="part" aria-labelledby="settings-title">
    <h2 id="settings-title" class="unseen">
      Settings
    </h2>
    {settings.map(({ file, settings, count }) => (
      <details key={file} open={count <= 100}>
        <summary>
          <h3>{file}</h3> {counted(count, 'setting')}
        </summary>
        {count === 0 ? (
          <p class="empty">No settings in this file.</p>
        ) : (
          <table>
            <thead>
              <tr>
                <th scope="col">Setting</th>
                <th scope="col">Value</th>
              </tr>
            </thead>
            {bySection(settings).map(({ section, settings }) => (
              <tbody key={section}>
                <tr>
                  <th scope="rowgroup" colSpan={2}>
                    {section === '' ? 'Before the first section' : `[${section}]`}
                  </th>
                </tr>
                {settings.map((setting) => Row(file, setting))}
              </tbody>
            ))}
          </table>
        )}
        {settings.length < count && <p class="more">and {count - settings.length} more: see the file.</p>}
      </details>
    ))}
  </section>
)

const Row = (file: string, { key, value, line }: ListedSetting) => (
  <tr id={lineId(file, line)}>
    <th scope="row">{key}</th>
    <td>{value}</td>
  </tr>
)

function bySection(settings: readonly ListedSetting[]) {
  const sections: { section: string; settings: ListedSetting[] }[] = []
  for (const setting of settings) {
    const last = sections.at(-1)
    if (last?.section === setting.section) last.settings.push(setting)
    else sections.push({ section: setting.section, settings: [setting] })
  }
  return sections
}
