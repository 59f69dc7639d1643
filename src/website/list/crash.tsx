import { placeText } from '../../load-order/comparing/log-changes.ts'
import { keyOf } from '../../load-order/key.ts'
import type { Listing } from '../../load-order/reading/listing.ts'
import { modWords, pluginListWords } from '../../load-order/rendering/crash.ts'
import type { CrashLog } from '../../load-order/schemas.ts'
import { LINK_OR_NAME } from '../compare/choice.ts'
import { listPath, type Site } from '../parts/site.ts'
import { lineId } from './rows.tsx'

interface CrashData {
  site: Site
  /** Slug of the list, with `@n` for a revision. */
  address: string
  log: CrashLog
  listing: Listing
}

/** What a crash log says: what, where, when, and who is named. It says nothing about the cause. */
export const Crash = ({ site, address, log, listing }: CrashData) => (
  <section id="crash">
    <h2>Crash</h2>
    <p>
      {log.exception}{' '}
      {log.at !== null && (
        <>
          at <code>{placeText(log.at)}</code>
        </>
      )}
    </p>
    <p class="meta">
      {factsOf(log).map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
    </p>
    <Named {...{ site, address, log, listing }} />
    {log.mods !== null && log.mods.length > 0 && (
      <ul>
        {log.mods.map((mod) => (
          <li key={mod.name}>
            <b>{mod.name}</b> {mod.version}: {modWords(mod)}
          </li>
        ))}
      </ul>
    )}
    {pluginListWords(log) !== null && <p class="notes">{pluginListWords(log)}</p>}
    <ExtenderPlugins dlls={log.extender_plugins ?? []} />
    <form action={`${site.base}/compare`}>
      <input type="hidden" name="list2" value={address} />
      <label>
        Compare with a list that works <input name="list1" required placeholder={LINK_OR_NAME} />
      </label>
      <p class="actions">
        <button type="submit" class="plain">
          Compare
        </button>
      </p>
    </form>
  </section>
)

const factsOf = ({ time, format, format_version, game_version, platform, file }: CrashLog): string[] =>
  [
    time,
    game_version === null ? null : `game version ${game_version}`,
    format === null ? null : `written by ${format} ${format_version ?? ''}`.trim(),
    platform,
    file,
  ].filter((fact) => fact !== null)

/** The plugins link to their rows. DLLs have their versions. */
function Named({ site, address, log, listing }: CrashData) {
  const { plugins, dlls, mods } = log.named
  if (plugins.length + dlls.length + mods.length === 0) return null
  const versions = new Map(log.extender_plugins?.map(({ name, version }) => [keyOf(name), version]))
  const rows = new Map(listing.plugins?.entries.map(({ name, order, state }) => [keyOf(name), order ?? state]))
  const names = [
    ...plugins.map((name) => {
      const row = rows.get(keyOf(name))
      const to = row && `${listPath(site, address)}?tab=plugins#${lineId(row.file, row.line)}`
      return <li key={name}>{to === undefined ? name : <a href={to}>{name}</a>}</li>
    }),
    ...dlls.map((name) => (
      <li key={name}>
        {name} {versions.get(keyOf(name))}
      </li>
    )),
    ...mods.map((name) => <li key={name}>{name}</li>),
  ]
  return (
    <>
      <h3>Named in the log</h3>
      <ul>{names}</ul>
    </>
  )
}

/** Number of DLLs from which the table is folded. */
const MANY = 20

function ExtenderPlugins({ dlls }: { dlls: NonNullable<CrashLog['extender_plugins']> }) {
  if (dlls.length === 0) return null
  const table = (
    <table>
      <thead>
        <tr>
          <th scope="col">Script extender plugin</th>
          <th scope="col">Version</th>
        </tr>
      </thead>
      <tbody>
        {dlls.map(({ name, version }, at) => (
          <tr key={at}>
            <td>{name}</td>
            <td>{version}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
  if (dlls.length < MANY) return table
  return (
    <details>
      <summary>{dlls.length} script extender plugins</summary>
      {table}
    </details>
  )
}
