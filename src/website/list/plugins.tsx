import type { ListedPlugin, Listing } from '../../load-order/reading/listing.ts'
import { lineId } from '../parts/line-address.ts'
import { Counts, chunks, Filter, isLong } from './rows.tsx'

/**
 * The plugins as they load. A row is the line that gives a plugin its place, its state the line of plugins.txt that gives
 * it that: both have their addresses.
 */
export function Plugins({ plugins: { entries, counts } }: { plugins: NonNullable<Listing['plugins']> }) {
  const total = counts.on + counts.off + counts.other
  return (
    <section id="plugins" aria-labelledby="plugins-title">
      <h2 id="plugins-title">Plugins</h2>
      {total === 0 ? (
        <p class="empty">The files have no plugins.</p>
      ) : (
        <Counts counts={counts} other="always on, or not told" />
      )}
      {total > 0 && <p class="legend">The number is the index: they load in this order, and the last one wins.</p>}
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

// A plain function, not a component: there are thousands.
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
