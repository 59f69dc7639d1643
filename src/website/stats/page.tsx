import type { Statistics } from '../../stats/schemas.ts'
import { plural, sizeText } from '../../text/amounts.ts'
import { Page } from '../parts/document.tsx'
import { listsPath, type Site } from '../parts/site.ts'

/** Statistics of the catalog. */
export interface StatsPageData {
  site: Site
  stats: Statistics
}

export function StatsPage({ site, stats: { lists, files, authors } }: StatsPageData) {
  const games = lists.by_game
    .filter(({ lists_count: count }) => count > 0)
    .toSorted((one, other) => other.lists_count - one.lists_count)
  const most = games[0]?.lists_count ?? 1
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
          <table class="bars">
            <thead>
              <tr>
                <th scope="col">Game</th>
                <th scope="col">Lists</th>
                <td />
              </tr>
            </thead>
            <tbody>
              {games.map(({ id, name, lists_count: count }) => (
                <tr key={id}>
                  <th scope="row">
                    <a href={listsPath(site, { game: name })}>{name}</a>
                  </th>
                  <td>{number(count)}</td>
                  <td>
                    <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
                      <rect width={Math.max(1, (100 * count) / most)} height="8" />
                    </svg>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
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
