import type { Statistics } from '../../stats/schemas.ts'
import { plural, sizeText } from '../../text/amounts.ts'
import { Bars } from '../parts/bars.tsx'
import { Page } from '../parts/document.tsx'
import { listsPath, type Site } from '../parts/site.ts'

/** Statistics of the catalog. */
interface StatsPageData {
  site: Site
  stats: Statistics
}

export function StatsPage({ site, stats: { lists, files, authors } }: StatsPageData) {
  const games = lists.by_game
    .filter(({ lists_count: count }) => count > 0)
    .toSorted((one, other) => other.lists_count - one.lists_count)
  return (
    <Page
      site={site}
      title="Stats"
      description={`${counted(lists.total, 'list')}, ${counted(authors, 'author')}, ${counted(files.total, 'file')}.`}
      path="/stats"
    >
      <h1>Stats</h1>
      <dl class="figures">
        <Figure name="lists" value={number(lists.total)} />
        <Figure name="unlisted" value={number(lists.private)} />
        <Figure name="without an author" value={number(lists.anonymous)} />
        <Figure name="authors" value={number(authors)} />
        <Figure name="files" value={number(files.total)} />
        <Figure name="size of these files" value={sizeText(files.bytes)} />
        <Figure name="stored" value={sizeText(files.deduplicated_bytes)} />
      </dl>
      <p class="legend">
        Files counts each list’s current files. Stored counts equal files once and includes old versions. Numbers are at
        most a minute old.
      </p>
      <section aria-labelledby="games-title">
        <h2 id="games-title">Public lists by game</h2>
        {games.length === 0 ? (
          <p class="empty">No public lists yet.</p>
        ) : (
          <Bars
            name="Game"
            unit="Lists"
            rows={games.map(({ id, name, lists_count: count }) => ({
              key: String(id),
              label: <a href={listsPath(site, { game: name })}>{name}</a>,
              count,
            }))}
          />
        )}
      </section>
    </Page>
  )
}

const Figure = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
)

const number = (value: number) => value.toLocaleString('en')

const counted = (count: number, noun: string) => `${number(count)} ${plural(noun, count)}`
