import type { ListedPlugin, Listing } from '../../load-order/reading/listing.ts'
import { withoutDirections } from '../../text/harmless.ts'
import { countKept, isFiltered, isKept } from './filter.tsx'
import type { ListPageQuery } from './query.ts'
import { chunks, lineId, OrderSection, Rows, shownRow } from './rows.tsx'

interface PluginsData {
  plugins: NonNullable<Listing['plugins']>
  query: ListPageQuery
}

/** Shows the plugins in load order. A row has the id of the line that places it; its state, of plugins.txt. */
export const Plugins = ({ plugins: { entries, counts, isByDate }, query }: PluginsData) => (
  <OrderSection
    title="Plugins"
    query={query}
    counts={counts}
    other="without an on/off state (such as Skyrim.esm)"
    empty="No plugins in these files."
    legend={
      entries[0]?.index === null ? NO_ORDER : `The number is the plugin’s index. ${isByDate ? BY_DATE : IN_ORDER}`
    }
    shown={entries.length}
    kept={countKept(query, entries, (plugin) => ownLine(plugin)?.line)}
  >
    {chunks(entries, 0).map(({ from, rows }) => (
      <div class="group" key={from}>
        <Rows start={entries[0]?.index === null ? null : from}>
          {rows.map((plugin, at) => Row(plugin, from + at, query))}
        </Rows>
      </div>
    ))}
  </OrderSection>
)

const IN_ORDER = 'Plugins load in this order; later ones override earlier ones.'
const NO_ORDER = 'The file does not say in which order the plugins load.'
const BY_DATE = 'In the order of plugins.txt; the game goes by the dates of the files.'

/** Returns the line that places a plugin, or else the one that switches it on or off. */
const ownLine = ({ order, state }: ListedPlugin) => order ?? state

// A plain function instead of a component, which costs time with thousands of rows.
const Row = (plugin: ListedPlugin, number: number, query: ListPageQuery) => {
  const { name, enabled, order, state } = plugin
  const shown = withoutDirections(name)
  const own = ownLine(plugin)
  const id = own && lineId(own.file, own.line)
  const attributes = shownRow(isFiltered(query), isKept(query, plugin, own?.line), number)
  if (enabled === null) {
    return (
      <li id={id} {...attributes}>
        {shown}
      </li>
    )
  }
  const stateId = order && state && lineId(state.file, state.line)
  return (
    <li id={id} {...attributes}>
      {enabled ? <b id={stateId}>on</b> : <i id={stateId}>off</i>} {shown}
    </li>
  )
}
