import type { ListedMod, Listing, ModGroup } from '../../load-order/reading/listing.ts'
import { withoutDirections } from '../../text/harmless.ts'
import { countKept, isFiltered, isKept } from './filter.tsx'
import type { ListPageQuery } from './query.ts'
import { chunks, lineId, OrderSection, Rows, shownRow } from './rows.tsx'

/**
 * Shows the mods in the mod manager's order. Each row carries the id of its line. The browser numbers them, because
 * written priorities would double the page.
 */
export function Mods({ mods, query, addressOf }: ModsData) {
  const count = mods.groups.reduce((sum, { entries }) => sum + entries.length, 0)
  const kept = mods.groups.reduce((sum, { entries }) => sum + countKept(query, entries, ({ line }) => line), 0)
  const linkOf = kept > MANY_LINKS && !query.isLinked ? undefined : addressOf
  return (
    <OrderSection
      linked={linkOf === undefined ? addressOf?.('') : undefined}
      title="Mods"
      query={query}
      counts={mods.counts}
      other="unmanaged"
      empty={`No mods in ${mods.file}.`}
      legend={
        mods.groups.some(({ entries }) => entries[0]?.priority === null)
          ? `${mods.file} does not say in which order the mods load.`
          : 'The number is the mod’s priority. If two mods have the same file, the mod with the larger number wins.'
      }
      shown={count}
      kept={kept}
    >
      {mods.groups.map((group) => Group(mods.file, group, query, linkOf))}
    </OrderSection>
  )
}

/** Number of shown mods above which a script links names, because each link has the name once more. */
const MANY_LINKS = 1_000

interface ModsData {
  mods: NonNullable<Listing['mods']>
  query: ListPageQuery
  addressOf: AddressOf
}

/** Returns the address of a mod's page; undefined if names are not linked. */
type AddressOf = ((name: string) => string) | undefined

// Plain functions instead of components, which cost time with thousands of rows.

const Group = (file: string, { separator, entries }: ModGroup, query: ListPageQuery, addressOf: AddressOf) => {
  const isHidden = isFiltered(query) && !entries.some((mod) => isKept(query, mod, mod.line))
  const rows = chunks(entries, entries[0]?.priority ?? 0).map(({ from, rows }) => (
    <Rows key={from} start={entries[0]?.priority === null ? null : from}>
      {rows.map((mod, at) => Row(file, mod, from + at, query, addressOf))}
    </Rows>
  ))
  if (separator === null) {
    return (
      <div class="group" hidden={isHidden}>
        {rows}
      </div>
    )
  }
  const mods = entries.filter(({ kind }) => kind === 'mod')
  return (
    <details class="group" open hidden={isHidden}>
      <summary>
        <h3 id={idOf(file, separator)}>{withoutDirections(separator.name)}</h3>
        {mods.length > 0 && ` ${mods.filter(({ enabled }) => enabled).length} of ${mods.length} on`}
      </summary>
      {rows}
    </details>
  )
}

const Row = (file: string, mod: ListedMod, number: number, query: ListPageQuery, addressOf: AddressOf) => {
  const { name, enabled, line } = mod
  const id = idOf(file, mod)
  const shown = withoutDirections(name)
  const isShown = isKept(query, mod, line)
  const attributes = shownRow(isFiltered(query), isShown, number)
  if (enabled === null) {
    return (
      <li id={id} {...attributes}>
        {shown}
      </li>
    )
  }
  return (
    <li id={id} {...attributes}>
      {enabled ? <b>on</b> : <i>off</i>} {addressOf && isShown ? <a href={addressOf(name)}>{shown}</a> : shown}
      {Details(mod)}
    </li>
  )
}

/** Shows the version of a mod, and the host that it comes from as a link. */
function Details({ version, source }: ListedMod) {
  const host = source !== null && URL.canParse(source) ? new URL(source).host : ''
  if (source === null || host === '') {
    return (
      version !== null && (
        <>
          {' '}
          <span class="where">{version}</span>
        </>
      )
    )
  }
  return (
    <>
      {' '}
      <a class="where" href={source} rel="nofollow noopener ugc">
        {version === null ? host : `${version} ${host}`}
      </a>
    </>
  )
}

/** Only entries of modlist.txt are lines with an address of their own. */
const idOf = (file: string, { line }: ListedMod) => (line === undefined ? undefined : lineId(file, line))
