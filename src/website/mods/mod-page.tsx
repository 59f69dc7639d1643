import type { ListSummary } from '../../lists/schemas.ts'
import type { ModDetail } from '../../mods/schemas.ts'
import { plural } from '../../text/amounts.ts'
import { CountTable, type CountTableData } from '../parts/count-table.tsx'
import { Page } from '../parts/document.tsx'
import { TickedLists } from '../parts/list-row.tsx'
import { Name, NameLink } from '../parts/shown-list.tsx'
import { gamePath, listsPath, modPath, type Site } from '../parts/site.ts'
import { Incomplete } from './game-page.tsx'

/** A mod or plugin, what is often in the same lists, and the newest lists that have it. */
interface ModPageData {
  site: Site
  now: Date
  game: string
  mod: ModDetail
  lists: readonly ListSummary[]
  isIncomplete: boolean
}

export function ModPage({ site, now, game, mod, lists, isIncomplete }: ModPageData) {
  const { name, kind, lists_count: count, enabled_count: enabled, versions, sources, beside } = mod
  const inLists = `${count.toLocaleString('en')} public ${plural('list', count)}`
  return (
    <Page
      site={site}
      title={`${name} (${game})`}
      name={name}
      description={`The ${kind} ${name} of ${game} is in ${inLists}.`}
      path={modPath({ ...site, base: '' }, game, kind, name)}
    >
      <h1>
        <Name of={name} />
      </h1>
      <p class="meta">
        <a href={gamePath(site, game, kind === 'mod' ? {} : { kind })}>{game}</a>
        <span>
          in {inLists}, switched on in {enabled.toLocaleString('en')}
        </span>
      </p>
      {isIncomplete && <Incomplete />}
      <Numbers
        title="Versions"
        name="Version"
        unit="Lists"
        rows={versions.map(({ version, lists_count }) => ({
          key: version,
          label: <Name of={version} />,
          count: lists_count,
        }))}
      />
      <Numbers
        title="Sources"
        name="Address"
        unit="Lists"
        rows={sources.map(({ url, lists_count }) => ({ key: url, label: <Source url={url} />, count: lists_count }))}
      />
      <Numbers
        title="Often in the same lists"
        name={kind === 'mod' ? 'Mod' : 'Plugin'}
        unit="Lists with both"
        rows={beside.map(({ name, both }) => ({
          key: name,
          label: <NameLink to={modPath(site, game, kind, name)} name={name} />,
          count: both,
        }))}
      />
      <section>
        <h2>Newest lists</h2>
        <TickedLists site={site} lists={lists} now={now} />
        <p>
          <a href={listsPath(site, { game, [kind]: name })}>All lists that have it</a>
        </p>
      </section>
    </Page>
  )
}

const Numbers = ({ title, ...bars }: CountTableData & { title: string }) =>
  bars.rows.length > 0 && (
    <section>
      <h2>{title}</h2>
      <CountTable {...bars} />
    </section>
  )

/** Shows where a mod comes from. Its host is visible, because anyone can upload any address. */
function Source({ url }: { url: string }) {
  if (!URL.canParse(url)) return <>{url}</>
  const { host, pathname, search } = new URL(url)
  return (
    <a href={url} rel="nofollow noopener ugc">
      {host}
      {pathname}
      {search}
    </a>
  )
}
