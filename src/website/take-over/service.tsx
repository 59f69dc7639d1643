import type { Session } from '../../actor.ts'
import type { CompareContext } from '../../compare/differ.ts'
import { canTake, comparisonOf } from '../../compare/load-orders/comparison-service.ts'
import { type MergedFiles, mergedFiles } from '../../compare/merging/service.ts'
import { bytesOf, findPair, type ListPair, titlesOf, titleText } from '../../compare/service.ts'
import type { RequestContext } from '../../context.ts'
import { CatalogError, invalid } from '../../errors.ts'
import type { UploadLimits } from '../../http/request/upload.ts'
import { requireOwnList } from '../../lists/ownership/service.ts'
import { listSummary, listTag } from '../../lists/view.ts'
import { patchList } from '../../lists/writing/patch.ts'
import { isAsked, NONE_TAKEN } from '../../load-order/merging/choice.ts'
import { CompareQuery } from '../compare/query.ts'
import { siteOf } from '../components/site.ts'
import { senderBy } from '../edit/service.tsx'
import { EMPTY_FORM, type FormState } from '../form/state.ts'
import { downloadOf, type MadeOnce } from '../found-page.ts'
import { FixPage } from './page.tsx'

type Slugs = readonly [first: string, second: string]

/** Finds what the ticks of a comparison are, and merges them. Returns null if no change of these lists is ticked. */
async function mergeTicked(context: CompareContext, pair: ListPair, query: CompareQuery, signal: AbortSignal) {
  const view = await comparisonOf(context, pair, { ...query, isFix: true }, signal)
  const { take } = view.ticks
  const isEmpty = !isAsked(take.mods) && !isAsked(take.plugins)
  if (isEmpty && view.done.length === 0) return null
  return {
    view,
    merged: isEmpty ? NOTHING_MERGED : await mergedFiles(context, pair, { take, leavesOut: true }, signal),
  }
}

const nothingTicked = () => invalid({ take: ['No change of these two lists is ticked. Tick the changes to apply.'] })
const NOTHING_MERGED: MergedFiles = {
  taken: { mods: NONE_TAKEN, plugins: NONE_TAKEN },
  toInstall: [],
  leftOut: [],
  files: [],
}

/** Returns a function that makes the download of the merged files, or of the one with the name `file`. */
export async function takeOverFiles(
  context: CompareContext,
  slugs: Slugs,
  { query, file }: { query: CompareQuery; file: string },
  signal: AbortSignal,
): Promise<MadeOnce> {
  const pair = await findPair(context, slugs, null)
  return {
    sourceBytes: bytesOf(pair.list1, pair.list2),
    async make() {
      const found = await mergeTicked(context, pair, query, signal)
      if (found === null) throw nothingTicked()
      const { files } = found.merged
      const wanted = files.filter(({ cleanName }) => cleanName === file)
      return downloadOf(wanted.length > 0 ? wanted : files, `${slugs[0]}-merged.zip`)
    },
  }
}

/** Returns the page of a link with ticks; null if no change of these lists is ticked. */
export async function fixPage(
  context: CompareContext,
  pair: ListPair,
  slugs: Slugs,
  query: CompareQuery,
  signal: AbortSignal,
  form: FormState = EMPTY_FORM,
) {
  const found = await mergeTicked(context, pair, query, signal)
  if (found === null) return null
  const { mods, plugins } = await canTake(context, pair, signal)
  const isCurrent = pair.list1.row.shownRevision === undefined && (mods || plugins)
  const shown = form.values.if_match || listTag(pair.list1.row, context)
  const names = { sides: titlesOf(pair), title: titleText(pair) }
  const data = { site: siteOf(context.urls), slugs, ...names, ...found }
  const saving = isCurrent ? { ...form, values: { ...form.values, if_match: shown } } : null
  return <FixPage {...data} list={listSummary(pair.list1.row, context.urls)} saving={saving} />
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
  const pair = await findPair(context, slugs, null)
  const found = await mergeTicked(context, pair, CompareQuery.parse({ take }), signal)
  if (found === null) throw nothingTicked()
  const { view, merged } = found
  if (!shown && view.isOld) throw matchRequired()
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
