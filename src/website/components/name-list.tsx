import { visibleName } from '../../text/harmless.ts'
import { GivenLink } from './link.tsx'
import { Name } from './shown-list.tsx'

interface Entry {
  name: string
  version?: string | null
  source?: string | null
}

/** Maximum number of names that a list shows. */
const MAX_SHOWN = 1_000

/** The names of mods or plugins, with their versions and links to their sources. */
export const NameList = ({ entries }: { entries: readonly Entry[] }) => (
  <>
    <ul class="names">
      {entries.slice(0, MAX_SHOWN).map(({ name, version, source }) => (
        <li key={name}>
          <Name of={visibleName(name)} /> {version != null && <Name of={visibleName(version)} />}{' '}
          <Source address={source} />
        </li>
      ))}
    </ul>
    {entries.length > MAX_SHOWN && <p class="more">and {entries.length - MAX_SHOWN} more</p>}
  </>
)

/** A link to where a mod comes from, named by its host. */
export const Source = ({ address }: { address: string | null | undefined }) =>
  address == null ? null : <GivenLink to={address} name={URL.canParse(address) ? new URL(address).host : 'source'} />
