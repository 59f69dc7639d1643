import type { ListedMod, Listing, ModGroup } from '../../load-order/reading/listing.ts'
import { lineId } from '../parts/line-address.ts'
import { Counts, chunks, Filter, isLong } from './rows.tsx'

/**
 * Shows the mods in the mod manager's order under their separators. Each row is a line of modlist.txt and carries that
 * line's id. The browser numbers the rows (`<ol start>`): priorities written as text would double the page.
 */
export function Mods({ mods: { file, groups, counts } }: { mods: NonNullable<Listing['mods']> }) {
  const shown = groups.reduce((sum, { entries }) => sum + entries.length, 0)
  const total = counts.on + counts.off + counts.other
  return (
    <section id="mods" aria-labelledby="mods-title">
      <h2 id="mods-title">Mods</h2>
      {total === 0 ? <p class="empty">No mods in {file}.</p> : <Counts counts={counts} other="unmanaged" />}
      {total > 0 && (
        <p class="legend">
          The number is the mod’s priority. If two mods have the same file, the mod with the larger number wins.
        </p>
      )}
      {isLong(shown) && <Filter part="mods" />}
      {groups.map((group) => Group(file, group))}
      {shown < total && <p class="more">and {total - shown} more: see the file.</p>}
    </section>
  )
}

// Plain functions instead of components, which cost time with thousands of rows.

const Group = (file: string, { separator, entries }: ModGroup) => (
  <div class="group">
    {separator !== null && <h3 id={lineId(file, separator.line)}>{separator.name}</h3>}
    {chunks(entries, entries[0]?.priority ?? 0).map(({ from, rows }) => (
      <ol class="rows" key={from} start={from}>
        {rows.map((mod) => Row(file, mod))}
      </ol>
    ))}
  </div>
)

const Row = (file: string, { name, enabled, line }: ListedMod) => {
  if (enabled === null) return <li id={lineId(file, line)}>{name}</li>
  return (
    <li id={lineId(file, line)}>
      {enabled ? <b>on</b> : <i>off</i>} {name}
    </li>
  )
}
