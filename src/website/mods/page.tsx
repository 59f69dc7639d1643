import type { ComponentChildren } from 'preact'
import type { ListSummary } from '../../lists/schemas.ts'
import type { ModDetail, ModSummary } from '../../mods/schemas.ts'
import { plural } from '../../text/amounts.ts'
import { Page } from '../components/document.tsx'
import { ButtonLink } from '../components/link.tsx'
import { TickedLists } from '../components/list-row.tsx'
import { Pager } from '../components/pager.tsx'
import { Name, NameLink } from '../components/shown-list.tsx'
import { gamePath, listsPath, modPath, type Site } from '../components/site.ts'
import { Unknown } from '../components/tabs.tsx'

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

interface CountTableData {
  name: string
  unit: string
  rows: readonly { key: string; label: ComponentChildren; count: number }[]
}

const Numbers = ({ title, ...table }: CountTableData & { title: string }) =>
  table.rows.length > 0 && (
    <section>
      <h2>{title}</h2>
      <CountTable {...table} />
    </section>
  )

const CountTable = ({ name, unit, rows }: CountTableData) => (
  <table class="counted">
    <thead>
      <tr>
        <th scope="col">{name}</th>
        <th scope="col">{unit}</th>
      </tr>
    </thead>
    <tbody>
      {rows.map(({ key, label, count }) => (
        <tr key={key}>
          <th scope="row">{label}</th>
          <td>{count.toLocaleString('en')}</td>
        </tr>
      ))}
    </tbody>
  </table>
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

interface GamePageData {
  site: Site
  game: string
  asked: { kind: 'mod' | 'plugin'; search?: string | undefined }
  mods: readonly ModSummary[]
  total: number
  page: number
  /** What the address asks for and does not exist. */
  unknown: readonly string[]
  isIncomplete: boolean
}

/** Number of mods on a page. */
export const SIZE = 50

export function GamePage({ site, game, asked, mods, total, page, unknown, isIncomplete }: GamePageData) {
  const { kind, search } = asked
  const what = kind === 'mod' ? 'Mods' : 'Plugins'
  const query = { kind: kind === 'mod' ? undefined : kind, search }
  const address = (base: string, number: number) =>
    gamePath({ ...site, base }, game, { ...query, page: number > 1 ? String(number) : undefined })
  const found = `${total.toLocaleString('en')} ${total === 1 ? kind : `${kind}s`}`
  return (
    <Page
      site={site}
      title={`${what} of ${game}${search === undefined ? '' : `: ${search}`}${page > 1 ? `, page ${page}` : ''}`}
      description={`${found} of ${game}, by the number of lists that have them.`}
      path={address('', page)}
    >
      <h1>{game}</h1>
      <p class="actions">
        <ButtonLink to={listsPath(site, { game })} text="Lists of this game" />
        <ButtonLink
          to={gamePath(site, game, { kind: kind === 'mod' ? 'plugin' : undefined })}
          text={kind === 'mod' ? 'Plugins' : 'Mods'}
        />
      </p>
      <h2>{what}</h2>
      <form class="search" action={gamePath(site, game)}>
        <label>
          Search <input type="search" name="search" value={search} placeholder={`Name of a ${kind}`} />
        </label>
        {kind === 'plugin' && <input type="hidden" name="kind" value="plugin" />}
        <button type="submit">Search</button>
      </form>
      <Unknown what={unknown} />
      {isIncomplete && <Incomplete />}
      <p class="count">{found} in public lists</p>
      {total === 0 && <p class="empty">No public list has {search === undefined ? 'any' : `such a ${kind}`}.</p>}
      {mods.length > 0 && (
        <CountTable
          name={kind === 'mod' ? 'Mod' : 'Plugin'}
          unit="Lists"
          rows={mods.map(({ name, lists_count }) => ({
            key: name,
            label: <NameLink to={modPath(site, game, kind, name)} name={name} />,
            count: lists_count,
          }))}
        />
      )}
      <Pager page={page} total={total} size={SIZE} address={(number) => address(site.base, number)} />
    </Page>
  )
}

/** Says that the lists of an existing catalog are still being indexed. */
const Incomplete = () => (
  <p class="legend" role="status">
    Some lists are still being read and not counted yet.
  </p>
)
