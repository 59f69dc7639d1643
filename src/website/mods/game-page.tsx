import type { ModSummary } from '../../mods/schemas.ts'
import { CountTable } from '../parts/count-table.tsx'
import { Page } from '../parts/document.tsx'
import { ButtonLink } from '../parts/link.tsx'
import { Pager } from '../parts/pager.tsx'
import { NameLink } from '../parts/shown-list.tsx'
import { gamePath, listsPath, modPath, type Site } from '../parts/site.ts'
import { Unknown } from '../parts/tabs.tsx'

/** One page of a game's mods or plugins, the most used first. */
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
      script="lists.js"
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
export const Incomplete = () => (
  <p class="legend" role="status">
    Some lists are still being read and not counted yet.
  </p>
)
