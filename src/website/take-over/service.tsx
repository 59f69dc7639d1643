import type { Session } from '../../actor.ts'
import type { CompareContext } from '../../compare/differ.ts'
import { canTake, comparisonOf } from '../../compare/load-orders/comparison-service.ts'
import { sidesOf, titleText } from '../../compare/load-orders/pair-names.ts'
import { mergedFiles } from '../../compare/merging/service.ts'
import { bytesOf, findPair } from '../../compare/service.ts'
import type { RequestContext } from '../../context.ts'
import { CatalogError, invalid } from '../../errors.ts'
import { zipOf } from '../../files/zip.ts'
import type { UploadLimits } from '../../http/request/upload.ts'
import { requireOwnList } from '../../lists/ownership/service.ts'
import { listSummary, listTag } from '../../lists/view.ts'
import { patchList } from '../../lists/writing/patch.ts'
import { isAsked } from '../../load-order/merging/choice.ts'
import { CompareQuery } from '../compare/query.ts'
import { senderBy } from '../edit/service.tsx'
import { EMPTY_FORM, type FormState } from '../form/state.ts'
import type { MadeOnce } from '../found-page.ts'
import { documentOf } from '../parts/document.tsx'
import { siteOf } from '../parts/site.ts'
import type { TakeOverQuery } from './input.ts'
import { TakeOverPage } from './page.tsx'

type Slugs = readonly [first: string, second: string]

/** Finds the lists of ticked changes, and merges them. Throws a 422 if no change of these lists is ticked. */
async function mergeTicked(
  context: CompareContext,
  slugs: Slugs,
  { query }: Pick<TakeOverQuery, 'query'>,
  signal: AbortSignal,
) {
  const pair = await findPair(context, slugs, null)
  return {
    pair,
    sourceBytes: bytesOf(pair.list1, pair.list2),
    async merge() {
      const { ticks, gone, isOld } = await comparisonOf(context, pair, query, signal)
      if (!isAsked(ticks.take.mods) && !isAsked(ticks.take.plugins)) throw invalid({ take: [NOTHING] })
      return {
        ticks,
        gone,
        isOld,
        merged: await mergedFiles(context, pair, { take: ticks.take, leavesOut: true }, signal),
      }
    },
  }
}

const NOTHING = 'No change of these two lists is ticked. Go back and tick the changes to apply.'

/** Returns a function that makes the page about the ticked changes, or the zip of the merged files. */
export async function takeOver(
  context: CompareContext,
  slugs: Slugs,
  query: TakeOverQuery,
  signal: AbortSignal,
  form: FormState = EMPTY_FORM,
): Promise<MadeOnce> {
  const { pair, sourceBytes, merge } = await mergeTicked(context, slugs, query, signal)
  return {
    sourceBytes,
    async make() {
      const { ticks, gone, merged } = await merge()
      if (query.isDownload) return zipOf(merged.files)
      const list = listSummary(pair.list1.row, context.urls)
      const { mods, plugins } = await canTake(context, pair, signal)
      const isCurrent = pair.list1.row.shownRevision === undefined && (mods || plugins)
      const shown = form.values.if_match || listTag(pair.list1.row, context)
      const names = { sides: sidesOf(pair), title: titleText(pair) }
      const data = { site: siteOf(context.urls), slugs, ...names, ticks, gone, merged, list }
      const saving = isCurrent ? { ...form, values: { ...form.values, if_match: shown } } : null
      return documentOf(<TakeOverPage {...data} saving={saving} />)
    },
  }
}

interface SaveInput {
  take: string
  note?: string | null | undefined
  owner_key?: string | undefined
  if_match?: string | undefined
}

/**
 * Saves the ticked changes as a new version of the first list, whose other files stay. Throws if the list is not the
 * version of `if_match` (412). Without it, throws if a list has changed since the changes were ticked, or while they were
 * merged (428).
 */
export async function saveTakenOver(
  context: RequestContext & CompareContext,
  limits: UploadLimits,
  slugs: Slugs,
  { take, note, owner_key: secret, if_match: shown }: SaveInput,
  session: Session | null,
  signal: AbortSignal,
): Promise<void> {
  const [slug] = slugs
  const sender = await senderBy(context, secret, session)
  await requireOwnList(context, sender, slug, 'update')
  const { merge, pair } = await mergeTicked(context, slugs, { query: CompareQuery.parse({ take }) }, signal)
  const { merged, isOld } = await merge()
  if (!shown && isOld) throw matchRequired()
  const files = merged.files.map(({ cleanName, content }) => ({ name: cleanName, pieces: [Buffer.from(content)] }))
  const tag = shown || listTag(pair.list1.row, context)
  await patchList(context, sender, slug, { files, note: note ?? null }, tag, limits).catch((error: unknown) => {
    throw !shown && error instanceof CatalogError && error.kind === 'precondition_failed' ? matchRequired() : error
  })
}

const matchRequired = () =>
  new CatalogError(
    'precondition_required',
    'The list has changed since the comparison was made. Compare again, or send the ETag of the version to change as if_match.',
  )
