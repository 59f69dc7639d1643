import type { ComponentChildren } from 'preact'
import type { ListInRow } from '../../lists/collection/queries.ts'
import { counted } from '../../text/amounts.ts'
import { timeLeft } from '../../text/timestamp.ts'
import { Badge } from './chip.tsx'
import { GameAndAuthor } from './game-and-author.tsx'
import { Name, NameLink } from './shown-list.tsx'
import { listPath, type Site } from './site.ts'
import { Day } from './time.tsx'

interface ListRowData {
  site: Site
  list: ListInRow
  now: Date
  /** The lists of the page. The slug is shown if another one has the same name and version. */
  among: readonly ListInRow[]
  /** Element of the name's heading. */
  heading: 'h2' | 'h3'
  hasTick?: boolean
  /** Whether all lists of the collection are the reader's own. */
  isOwn?: boolean
  /** What can be done with the list. */
  children?: ComponentChildren
}

/**
 * A list in a collection, in one row. With `hasTick`, it has a box that chooses it for a comparison. Rows of the
 * reader's own lists have badges instead of the author.
 */
export function ListRow({ site, list, now, among, heading: Heading, hasTick, isOwn = false, children }: ListRowData) {
  const { slug, name, version, expires, updated, counts } = list
  const expiry = expires !== null && `expires in ${timeLeft(new Date(expires), now).words}`
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
          <GameAndAuthor site={site} list={isOwn ? { ...list, author: null } : list} />
          {among.some((other) => looksLike(other, list)) && <span>{slug}</span>}
          {counts?.mods != null && <span>{counted(counts.mods, 'mod')}</span>}
          {counts?.plugins != null && <span>{counted(counts.plugins, 'plugin')}</span>}
          {expiry && !isOwn && <span>{expiry}</span>}
          {isOwn && list.private && <Badge tone="other">unlisted</Badge>}
          {expiry && isOwn && <Badge tone="switched">{expiry}</Badge>}
        </p>
      </div>
      {children}
      <span class="quiet">
        <span class="unseen">updated </span>
        <Day at={updated} />
      </span>
    </li>
  )
}

const looksLike = (one: ListInRow, other: ListInRow) =>
  one.slug !== other.slug && one.name === other.name && one.version === other.version

interface ListRowsData {
  site: Site
  lists: readonly ListInRow[]
  now: Date
}

/** Lists with ticks. Two ticked lists can be compared. */
export const TickedLists = ({ site, lists, now }: ListRowsData) => (
  <form class="ticks" action={`${site.base}/compare`}>
    <ul class="lists">
      {lists.map((list) => (
        <ListRow key={list.slug} site={site} list={list} now={now} among={lists} heading="h2" hasTick />
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
    <h2 id="own-lists-title">Yours</h2>
    <ul class="lists" />
  </section>
)
