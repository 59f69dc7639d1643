import type { CompareContext } from '../../compare/differ.ts'
import { changesExcerptOf, namesOf } from '../../compare/load-orders/service.ts'
import { bytesOf, diffsOf, findPair, type ListPair } from '../../compare/service.ts'
import type { FieldErrors } from '../../errors.ts'
import type { UploadLimits } from '../../http/request/upload.ts'
import { type PageSource, requestedPublicPage } from '../../lists/collection/public-pages.ts'
import { listTag } from '../../lists/etag.ts'
import type { ListSummary } from '../../lists/schemas.ts'
import { listSummary } from '../../lists/view.ts'
import { CHANGE_KINDS } from '../../load-order/merging/take.ts'
import type { ChangesExcerpt } from '../../load-order/rendering/excerpt.ts'
import { isChanges } from '../../load-order/rendering/sentence.ts'
import { visibleName } from '../../text/harmless.ts'
import type { FoundPage } from '../found-page.ts'
import { shownList } from '../parts/shown-list.tsx'
import { siteOf } from '../parts/site.ts'
import type { ChoiceQuery } from './choice.ts'
import { ChooserPage } from './chooser.tsx'
import { ComparePage, type ComparePageData } from './page.tsx'
import { shownDiffs } from './shown-diff.ts'

/** Finds the page of a comparison (404 if a list does not exist). */
export async function findComparePage(
  context: CompareContext,
  slugs: readonly [first: string, second: string],
  signal: AbortSignal,
): Promise<FoundPage> {
  const pair = await findPair(context, slugs, null)
  const { list1, list2, snapshot, validUntil } = pair
  return {
    version: [slugs, listTag(list1.row, context), listTag(list2.row, context)],
    snapshot,
    validUntil,
    sourceBytes: bytesOf(list1, list2),
    render: async () => {
      const shown = ({ row }: typeof list1) => shownList(listSummary(row, context.urls))
      const [first, second] = namesOf(pair)
      const names = [visibleName(first), visibleName(second)] as const
      const changes = await changesExcerptOf(context, pair, signal)
      const diffs = shownDiffs(await diffsOf(context, pair, signal))
      const lists = [shown(list1), shown(list2)] as const
      const choosing = choosingOf(pair, changes)
      const data = { site: siteOf(context.urls), slugs, lists, names, changes, diffs, choosing }
      return <ComparePage {...data} />
    },
  }
}

/** Returns which parts have changes to take over. The first list must have the files that would change. */
function choosingOf({ list1 }: ListPair, { mods, plugins }: ChangesExcerpt): ComparePageData['choosing'] {
  const has = (file: string) => list1.files.some(({ cleanName }) => cleanName.toLowerCase() === file)
  const isAny = (changes: typeof mods | typeof plugins) =>
    isChanges(changes) && CHANGE_KINDS.some((kind) => changes.counts[kind] > 0)
  return {
    mods: has('modlist.txt') && isAny(mods),
    plugins: (has('plugins.txt') || has('loadorder.txt')) && isAny(plugins),
  }
}

/** Number of lists that the fields suggest. */
const PROPOSED = 30

/** Finds the page on which two lists are chosen. */
export async function findChooserPage(
  source: PageSource,
  limits: UploadLimits,
  { more, ...choice }: ChoiceQuery,
  errors: FieldErrors = {},
): Promise<FoundPage> {
  const { items, snapshot, validUntil } = await requestedPublicPage(source, {}, { skip: 0, take: PROPOSED })
  const lists = items.map((item) => shownList(JSON.parse(item) as ListSummary))
  return {
    version: [lists, choice, errors, more, limits],
    snapshot,
    validUntil,
    render: () => {
      const data = { site: siteOf(source.urls), lists, choice, errors, more, limits }
      return <ChooserPage {...data} />
    },
  }
}
