import type { CompareContext } from '../../compare/differ.ts'
import { findListToRead, listingOf } from '../../compare/load-orders/service.ts'
import { bytesOf } from '../../compare/service.ts'
import { listTag } from '../../lists/etag.ts'
import { listSummary } from '../../lists/view.ts'
import type { FoundPage } from '../found-page.ts'
import { shownList } from '../parts/shown-list.tsx'
import { siteOf } from '../parts/site.ts'
import { EmbeddedList } from './page.tsx'

/** Finds the page of a list that other websites show in a frame (404 if the list does not exist). */
export async function findEmbeddedList(context: CompareContext, slug: string, signal: AbortSignal): Promise<FoundPage> {
  const found = await findListToRead(context, slug)
  return {
    version: ['embed', listTag(found.row, context)],
    snapshot: found.snapshot,
    validUntil: found.row.expiresAt,
    sourceBytes: bytesOf(found),
    render: async () => {
      const listing = await listingOf(context, found, undefined, signal)
      const list = shownList(listSummary(found.row, context.urls))
      return <EmbeddedList site={siteOf(context.urls)} list={list} listing={listing} />
    },
  }
}
