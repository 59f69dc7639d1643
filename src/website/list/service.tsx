import type { CompareContext } from '../../compare/differ.ts'
import { findListToRead, listingOf } from '../../compare/load-orders/service.ts'
import { bytesOf } from '../../compare/service.ts'
import { addCounts } from '../../lists/queries.ts'
import { parseVersion } from '../../lists/version-address.ts'
import { listSummary, listTag } from '../../lists/view.ts'
import { similarLists } from '../../mods/similar-service.ts'
import { earliest, timestamp } from '../../text/timestamp.ts'
import { shownList } from '../components/shown-list.tsx'
import { siteOf } from '../components/site.ts'
import { nextChange } from '../components/time.tsx'
import type { FoundPage } from '../found-page.ts'
import { ListPage } from './page.tsx'
import { DEFAULT_QUERY, type ListPageQuery } from './query.ts'

/** What the row of a reader's own list shows of it. */
export async function findRowDetails(context: CompareContext, slug: string) {
  const { row } = await findListToRead(context, slug)
  const [counted] = await addCounts(context.db, [row])
  const { mods = null, plugins = null } = counted?.counts ?? {}
  return { game: row.game.name, mods, plugins, expires: row.expiresAt && timestamp(row.expiresAt) }
}

/** Past versions have no similar lists, since the index of mods has only current ones. */
const NONE = { lists: [], crashes: null, validUntil: null }

/** Finds a state of the page of a list or of `slug@n` (404). `ownerKey` is shown right after the upload. */
export async function findListPage(
  context: CompareContext,
  address: string,
  signal: AbortSignal,
  query: ListPageQuery = DEFAULT_QUERY,
  ownerKey?: string,
): Promise<FoundPage> {
  const { slug, revision } = parseVersion(address)
  const found = await findListToRead(context, slug, revision)
  const now = context.clock()
  const list = shownList(listSummary(found.row, context.urls))
  const change = nextChange([list], now)
  const similar = revision === null ? await similarLists(context, found.row) : NONE
  const shown = similar.lists.map(({ row: { slug, name, version, description }, differences }) => ({
    ...shownList({ slug, name, version, description }),
    differences,
  }))
  const crashes = similar.crashes && {
    count: similar.crashes.count,
    lists: similar.crashes.rows.map(({ slug, name, version }) => shownList({ slug, name, version })),
  }
  const files = found.files.map(({ cleanName, bytes }) => ({ name: cleanName, bytes }))
  return {
    version: [listTag(found.row, context), change, query, shown, crashes],
    snapshot: found.snapshot,
    validUntil: earliest(change, similar.validUntil), // not later than its expiry
    sourceBytes: bytesOf(found),
    render: async () => {
      const listing = await listingOf(context, found, query.tab, signal)
      const site = siteOf(context.urls)
      const { revisionNumber, note } = found.row
      const revisions = revision === null ? Math.min(revisionNumber, context.maxRevisions) : undefined
      const version = { number: revision ?? revisionNumber, note, revisions }
      return (
        <ListPage
          {...{ site, now, list, revision, version, files, listing, similar: shown, crashes, query, ownerKey }}
        />
      )
    },
  }
}
