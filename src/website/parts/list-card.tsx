import type { ListSummary } from '../../lists/schemas.ts'
import { slugBase } from '../../lists/slug.ts'
import { counted } from '../../text/amounts.ts'
import { GameAndAuthor } from './game-and-author.tsx'
import { Name, NameLink } from './shown-list.tsx'
import { listPath, type Site } from './site.ts'
import { EventTime, timeLeft } from './time.tsx'

/** A list in a collection. With `hasTick`, it has a box that chooses it for a comparison. */
export function ListCard({ site, list, now, heading: Heading, hasTick = false }: ListCardData) {
  const { slug, name, version, description, expires, updated, counts } = list
  return (
    <li class="card">
      <Heading>
        <NameLink to={listPath(site, slug)} name={name} />
        {version !== null && (
          <span class="version">
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
        <EventTime event="updated" at={updated} />
      </p>
      {description !== null && <p class="description">{description}</p>}
      {hasTick && (
        <label class="tick">
          <input type="checkbox" name="list" value={slug} data-name={name} /> Compare <span class="unseen">{name}</span>
        </label>
      )}
    </li>
  )
}

interface ListCardData {
  site: Site
  list: ListSummary
  now: Date
  /** Element of the name's heading. */
  heading: 'h2' | 'h3'
  hasTick?: boolean
}

/** Lists with ticks. Two ticked lists can be compared. */
export const TickedLists = ({ site, lists, now }: { site: Site; lists: readonly ListSummary[]; now: Date }) => (
  <form class="ticks" action={`${site.base}/compare`}>
    <ul class="cards">
      {lists.map((list) => (
        <ListCard key={list.slug} site={site} list={list} now={now} heading="h2" hasTick />
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
