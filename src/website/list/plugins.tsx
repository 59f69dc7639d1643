import type { Listing } from '../../load-order/reading/listing.ts'
import type { PluginEntry } from '../../load-order/schemas.ts'
import { Counts, chunks, Filter, isLong } from './rows.tsx'

/** The plugins as they load. */
export function Plugins({ plugins: { entries, counts } }: { plugins: NonNullable<Listing['plugins']> }) {
  const total = counts.on + counts.off + counts.other
  return (
    <section id="plugins" aria-labelledby="plugins-title">
      <h2 id="plugins-title">Plugins</h2>
      <Counts counts={counts} other="always on, or not told" />
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

const Row = ({ name, enabled }: PluginEntry) => {
  if (enabled === null) return <li>{name}</li>
  return (
    <li>
      {enabled ? <b>on</b> : <i>off</i>} {name}
    </li>
  )
}
