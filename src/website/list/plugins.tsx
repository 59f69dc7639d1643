import type { ListedPlugin, Listing } from '../../load-order/reading/listing.ts'
import { lineId } from '../parts/line-address.ts'
import { Counts, chunks, Filter, isLong } from './rows.tsx'

/**
 * Shows the plugins in load order. A row carries the id of the line that places the plugin; its state carries the id of
 * the line of plugins.txt that switches it on or off.
 */
export function Plugins({ plugins: { entries, counts } }: { plugins: NonNullable<Listing['plugins']> }) {
  const total = counts.on + counts.off + counts.other
  return (
    <section id="plugins" aria-labelledby="plugins-title">
      <h2 id="plugins-title">Plugins</h2>
      {total === 0 ? (
        <p class="empty">No plugins in these files.</p>
      ) : (
        <Counts counts={counts} other="without an on/off state (such as Skyrim.esm)" />
      )}
      {total > 0 && (
        <p class="legend">
          The number is the plugin’s index. Plugins load in this order; later ones override earlier ones.
        </p>
      )}
      {isLong(entries.length) && <Filter part="plugins" />}
      {chunks(entries, 0).map(({ from, rows }) => (
        <div class="group" key={from}>
          <ol class="rows" start={from}>
            {rows.map(Row)}
          </ol>
        </div>
      ))}
      {entries.length < total && <p class="more">and {total - entries.length} more: see the files.</p>}
    </section>
  )
}

// A plain function instead of a component, which costs time with thousands of rows.
const Row = ({ name, enabled, order, state }: ListedPlugin) => {
  const own = order ?? state
  const id = own && lineId(own.file, own.line)
  if (enabled === null) return <li id={id}>{name}</li>
  const stateId = order && state && lineId(state.file, state.line)
  return (
    <li id={id}>
      {enabled ? <b id={stateId}>on</b> : <i id={stateId}>off</i>} {name}
    </li>
  )
}
