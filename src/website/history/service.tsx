import { PAGE_SIZE } from '../../compare/changelog/schemas.ts'
import {
  changesIn,
  type EntryHead,
  entryHeads,
  type FoundChangelog,
  filesIn,
  partOf,
} from '../../compare/changelog/service.ts'
import type { CompareContext, FoundChanges } from '../../compare/differ.ts'
import { bytesOf } from '../../compare/service.ts'
import { historyOf } from '../../lists/revisions/service.ts'
import { listSummary, listTag } from '../../lists/view.ts'
import type { ChangesExcerpt } from '../../load-order/rendering/excerpt.ts'
import type { FoundPage } from '../found-page.ts'
import type { PageQuery } from '../parameters.ts'
import { shownList } from '../parts/shown-list.tsx'
import { siteOf } from '../parts/site.ts'
import { HistoryPage } from './page.tsx'
import type { ShownRevision } from './revision.tsx'

/** Finds a page of a list's public history (404 if the list does not exist). */
export async function findHistoryPage(
  context: CompareContext,
  slug: string,
  { page, unknown }: PageQuery,
  signal: AbortSignal,
): Promise<FoundPage> {
  const history = await historyOf(context, slug, null)
  const found = partOf(history, { from: (page - 1) * PAGE_SIZE, size: PAGE_SIZE })
  const all = entryHeads({ ...found, revisions: history.revisions, before: undefined })
  const contents = [found.revisions, found.before ?? []].flat().map(({ name, files }) => [name, files.map(hashOf)])
  return {
    version: [listTag(found.row, context), all, contents, page, unknown],
    snapshot: found.snapshot,
    validUntil: found.row.expiresAt,
    sourceBytes: bytesOf({ files: filesIn(found) }),
    render: async () => {
      const site = siteOf(context.urls)
      const list = shownList(listSummary(found.row, context.urls))
      const revisions = await shownRevisions(context, found, signal)
      return <HistoryPage {...{ site, list, revisions, all, page, unknown }} />
    },
  }
}

const hashOf = ({ hash, cleanName }: { hash: string; cleanName: string }) => [hash, cleanName]

async function shownRevisions(
  context: CompareContext,
  found: FoundChangelog,
  signal: AbortSignal,
): Promise<ShownRevision[]> {
  const heads = entryHeads(found)
  const excerpts = await excerptsOf(context, heads, await changesIn(context, found, signal), signal)
  return heads.map((head, at) => {
    const { name = '', files = [] } = found.revisions[at] ?? {}
    return { ...head, name, files: files.map(({ cleanName }) => cleanName), changes: excerpts[at] ?? null }
  })
}

/** Share of a comparison's maximum entries for each revision on a page. */
const SHARE = 1 / PAGE_SIZE

async function excerptsOf(
  { differ }: CompareContext,
  heads: readonly EntryHead[],
  changes: readonly (FoundChanges | undefined)[],
  signal: AbortSignal,
): Promise<(ChangesExcerpt | null)[]> {
  if (changes.every((one) => one === undefined)) return []
  const names = heads.map(({ previous, revision }) => [`version ${previous}`, `version ${revision}`] as const)
  return differ.changesExcerpts(changes, names, SHARE, signal)
}
