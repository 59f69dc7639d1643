import type { ListedMod, Listing, ModGroup } from '../../load-order/reading/listing.ts'
import { chunks, lineId, OrderSection, Rows } from './rows.tsx'

/**
 * Shows the mods in the mod manager's order under their separators. Each row is a line of modlist.txt and carries that
 * line's id. The browser numbers the rows (`<ol start>`): priorities written as text would double the page.
 */
export const Mods = ({ mods: { file, groups, counts }, addressOf }: ModsData) => (
  <OrderSection
    title="Mods"
    counts={counts}
    other="unmanaged"
    empty={`No mods in ${file}.`}
    legend={
      groups.some(({ entries }) => entries[0]?.priority === null)
        ? `${file} does not say in which order the mods load.`
        : 'The number is the mod’s priority. If two mods have the same file, the mod with the larger number wins.'
    }
    shown={groups.reduce((sum, { entries }) => sum + entries.length, 0)}
  >
    {groups.map((group) => Group(file, group, addressOf))}
  </OrderSection>
)

interface ModsData {
  mods: NonNullable<Listing['mods']>
  addressOf: AddressOf
}

/** Returns the address of a mod's page; undefined if names are not linked. */
type AddressOf = ((name: string) => string) | undefined

// Plain functions instead of components, which cost time with thousands of rows.

const Group = (file: string, { separator, entries }: ModGroup, addressOf: AddressOf) => (
  <div class="group">
    {separator !== null && <h3 id={idOf(file, separator)}>{separator.name}</h3>}
    {chunks(entries, entries[0]?.priority ?? 0).map(({ from, rows }) => (
      <Rows key={from} start={entries[0]?.priority === null ? null : from}>
        {rows.map((mod) => Row(file, mod, addressOf))}
      </Rows>
    ))}
  </div>
)

const Row = (file: string, mod: ListedMod, addressOf: AddressOf) => {
  const { name, enabled } = mod
  const id = idOf(file, mod)
  if (enabled === null) return <li id={id}>{name}</li>
  return (
    <li id={id}>
      {enabled ? <b>on</b> : <i>off</i>} {addressOf ? <a href={addressOf(name)}>{name}</a> : name}
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
