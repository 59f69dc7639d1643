import { LinkifyIt } from 'linkify-it'
import type { ComponentChildren } from 'preact'
import type { ListInRow } from '../../lists/collection/queries.ts'
import { slugBase } from '../../lists/slug.ts'
import { counted } from '../../text/amounts.ts'
import { visibleName } from '../../text/harmless.ts'
import { timeLeft } from '../../text/timestamp.ts'
import { Badge } from './chip.tsx'
import { webAddress } from './link.tsx'
import { Name, NameLink } from './shown-list.tsx'
import { authorPath, listPath, listsPath, type Site } from './site.ts'
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
  children?: ComponentChildren
}

/**
 * A list in a collection, in one row. With `hasTick`, it can be chosen for a comparison. Rows of the reader's own lists
 * have badges instead of the author.
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

/** Links a list's game and author to the other lists of the game and of the author. */
export const GameAndAuthor = ({
  site,
  list: { game, author },
}: {
  site: Site
  list: Pick<ListInRow, 'game' | 'author'>
}) => (
  <>
    <a href={listsPath(site, { game: game.name })}>{game.name}</a>
    {author !== null && (
      <span>
        by <NameLink to={authorPath(site, author.name)} name={author.name} />
        {author.verified && ' (verified)'}
      </span>
    )}
  </>
)

/** Finds only complete addresses: a file name such as `SkyUI.io` does not become a link. */
const linkify = new LinkifyIt({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false })
for (const schema of ['ftp:', 'mailto:', '//']) linkify.add(schema, null)

/** An author's text with its http and https addresses as links. Search engines do not follow them. */
export function LinkedText({ text }: { text: string }) {
  const links = linkify.match(text) ?? []
  return (
    <>
      {links.map(({ index, lastIndex, url }, at) => (
        <>
          {text.slice(links[at - 1]?.lastIndex ?? 0, index)}
          <a href={webAddress(url) ?? '#'} rel="nofollow ugc noopener noreferrer">
            {text.slice(index, lastIndex)}
          </a>
        </>
      ))}
      {text.slice(links.at(-1)?.lastIndex ?? 0)}
    </>
  )
}

interface Titled {
  name: string
  version?: string | null
  slug: string
}

/** Returns the title of a list, or of one of its revisions: "Lost Prophecies 6", "Lost Prophecies 5 version 3". */
export function listTitle({ name, version }: Omit<Titled, 'slug'>, revision: number | null = null): string {
  const number = version ? ` ${visibleName(version)}` : ''
  return `${visibleName(name)}${number}${revision === null ? '' : ` version ${revision}`}`
}

/** Returns the title of a list for the title of a page, which is unique: another list of its name adds its slug. */
export function uniqueTitle(list: Titled, revision: number | null = null): string {
  const title = listTitle(list, revision)
  return slugBase(visibleName(list.name)) === list.slug ? title : `${title} (${list.slug})`
}
