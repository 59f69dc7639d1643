import type { CompareContext } from '../../compare/differ.ts'
import { findListToRead, listingOf } from '../../compare/load-orders/service.ts'
import { bytesOf } from '../../compare/service.ts'
import { listTag } from '../../lists/etag.ts'
import { parseVersion } from '../../lists/revisions/version-address.ts'
import { listSummary } from '../../lists/view.ts'
import type { FoundPage } from '../found-page.ts'
import { shownList } from '../parts/shown-list.tsx'
import { siteOf } from '../parts/site.ts'
import { nextChange } from '../parts/time.tsx'
import { ListPage } from './page.tsx'
import { DEFAULT_QUERY, type ListPageQuery } from './query.ts'

/**
 * Finds a state of the page of a list, or of a revision for `slug@n` (404). `ownerKey` is shown right after the upload.
 */
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
  const files = found.files.map(({ cleanName, bytes }) => ({ name: cleanName, bytes }))
  return {
    version: [listTag(found.row, context), change, query],
    snapshot: found.snapshot,
    validUntil: change, // not later than its expiry
    sourceBytes: bytesOf(found),
    render: async () => {
      const listing = await listingOf(context, found, signal)
      const site = siteOf(context.urls)
      const version = { number: revision ?? found.row.revisionNumber, note: found.row.note }
      return <ListPage {...{ site, now, list, revision, version, files, listing, query, ownerKey }} />
    },
  }
}
