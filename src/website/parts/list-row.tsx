import type { ListSummary } from '../../lists/schemas.ts'
import { slugBase } from '../../lists/slug.ts'
import { counted } from '../../text/amounts.ts'
import { GameAndAuthor } from './game-and-author.tsx'
import { Name, NameLink } from './shown-list.tsx'
import { listPath, type Site } from './site.ts'
import { Day, timeLeft } from './time.tsx'

interface ListRowData {
  site: Site
  list: ListSummary
  now: Date
  /** Element of the name's heading. */
  heading: 'h2' | 'h3'
  hasTick?: boolean
}

/** A list in a collection, in one row. With `hasTick`, it has a box that chooses it for a comparison. */
export function ListRow({ site, list, now, heading: Heading, hasTick = false }: ListRowData) {
  const { slug, name, version, expires, updated, counts } = list
  return (
    <li>
      {hasTick && (
        <label class="tick">
          <input type="checkbox" name="list" value={slug} data-name={name} />
          <span class="unseen">Compare {name}</span>
        </label>
      )}
      <div>
        <Heading>
          <NameLink to={listPath(site, slug)} name={name} />
          {version !== null && (
            <span class="quiet">
              {' '}
              <Name of={version} />
            </span>
          )}
        </Heading>
        <p class="meta">
          <GameAndAuthor site={site} list={list} />
          {slugBase(name) !== slug && <span>{slug}</span>}
          {counts?.mods != null && <span>{counted(counts.mods, 'mod')}</span>}
          {counts?.plugins != null && <span>{counted(counts.plugins, 'plugin')}</span>}
          {expires !== null && <span>expires in {timeLeft(new Date(expires), now).words}</span>}
        </p>
      </div>
      <span class="quiet">
        <span class="unseen">updated </span>
        <Day at={updated} />
      </span>
    </li>
  )
}

interface ListRowsData {
  site: Site
  lists: readonly ListSummary[]
  now: Date
}

/** Lists with ticks. Two ticked lists can be compared. */
export const TickedLists = ({ site, lists, now }: ListRowsData) => (
  <form class="ticks" action={`${site.base}/compare`}>
    <ul class="lists">
      {lists.map((list) => (
        <ListRow key={list.slug} site={site} list={list} now={now} heading="h2" hasTick />
      ))}
    </ul>
    {lists.length > 0 && (
      <p class="bar">
        <span role="status">Tick two lists to compare them.</span> <button type="submit">Compare</button>
        <button type="reset" hidden>
          Untick all
        </button>
      </p>
    )}
  </form>
)

/** A heading and rows of the lists of this browser and of the reader's account. A script fills and shows it. */
export const OwnLists = () => (
  <section class="own-lists" aria-labelledby="own-lists-title" hidden>
    <h2 id="own-lists-title">Your lists</h2>
    <ul class="lists" />
  </section>
)
