import type { CulpritState } from '../../compare/culprit/schemas.ts'
import { culpritFiles, culpritState, pinned } from '../../compare/culprit/service.ts'
import type { CompareContext } from '../../compare/differ.ts'
import { comparisonOf } from '../../compare/load-orders/comparison-service.ts'
import { bytesOf, findPair, type ListPair, titlesOf, titleText } from '../../compare/service.ts'
import { CatalogError } from '../../errors.ts'
import { versionText } from '../../lists/version-address.ts'
import { isChangedFile } from '../../load-order/merging/changed-files.ts'
import { changeId } from '../../load-order/merging/ticks.ts'
import { namesWithPages } from '../../mods/service.ts'
import { documentOf } from '../components/document.tsx'
import { siteOf } from '../components/site.ts'
import { downloadOf, type MadeOnce } from '../found-page.ts'
import { CulpritPage } from './page.tsx'
import { type CulpritQuery, inputOf } from './query.ts'
import { type CulpritPageData, unitsOf } from './round.tsx'

/** Finds the lists of a search, and returns a function that makes its page, or the zip of the set to test next. */
export async function findCulprit(
  context: CompareContext,
  slugs: readonly [works: string, crashes: string],
  query: CulpritQuery,
  signal: AbortSignal,
): Promise<MadeOnce> {
  const pair = await findPair(context, slugs, null)
  return {
    sourceBytes: bytesOf(pair.list1, pair.list2),
    async make() {
      const input = inputOf(query)
      if (query.isDownload) {
        return downloadOf(await culpritFiles(context, pair, input, signal), `${pair.list1.row.slug}-test.zip`)
      }
      const state = await culpritState(context, pair, input, signal)
      const isStart = query.letters === undefined
      const { game } = pair.list2.row
      const found = unitsOf(state, state.found ?? [])
      const names = found.map(({ name }) => name)
      const withPages = await namesWithPages(context, game.id, state.part === 'plugins', names)
      return documentOf(
        <CulpritPage
          site={siteOf(context.urls)}
          slugs={pinned(pair)}
          names={titlesOf(pair)}
          title={titleText(pair)}
          game={game.name}
          address={query}
          state={state}
          canTurn={isStart ? (await culpritState(context, turned(pair), input, signal)).units.length : 0}
          files={pair.list1.files.map(({ cleanName }) => cleanName).filter(isChangedFile)}
          fix={state.next === null ? await fixOf(context, pair, state, query.without, signal) : null}
          withPages={withPages}
          otherPart={await partToGoOnWith(context, pair, state, signal)}
        />,
      )
    },
  }
}

const turned = (pair: ListPair): ListPair => ({ ...pair, list1: pair.list2, list2: pair.list1 })

const OPPOSITE = { added: 'removed', removed: 'added', enabled: 'disabled', disabled: 'enabled' } as const

/**
 * Returns the comparison and the ticks that undo in the crashing list what was found; null if there is nothing to undo.
 */
async function fixOf(
  context: CompareContext,
  pair: ListPair,
  state: CulpritState,
  before: readonly string[],
  signal: AbortSignal,
): Promise<CulpritPageData['fix']> {
  const { part } = state
  const found = unitsOf(state, [...before, ...(state.found ?? [])])
  if (found.length === 0) return null
  const ids = found.flatMap(({ kind, moved, name, from }) => [
    ...(moved || kind === 'moved' ? [changeId(part, 'moved', name)] : []),
    ...(kind === 'renamed' ? [changeId(part, 'removed', name), changeId(part, 'added', from ?? '')] : []),
    ...(kind === 'moved' || kind === 'renamed' ? [] : [changeId(part, OPPOSITE[kind], name)]),
  ])
  const query = { tab: undefined, kind: undefined, text: '', hidesOff: false, page: 0, take: ids.join('') }
  // Only a list as it is now can be saved as a new version.
  const addressOf = ({ slug, shownRevision, revisionNumber }: ListPair['list1']['row']) =>
    versionText(slug, shownRevision === revisionNumber ? null : (shownRevision ?? null))
  const slugs = [addressOf(pair.list2.row), addressOf(pair.list1.row)] as const
  const current = await findPair(context, slugs, null)
  const { ticks } = await comparisonOf(context, current, { ...query, addsPlugins: true }, signal)
  return ticks.text === '' ? null : { slugs, take: ticks.text }
}

/** The verdicts after which the other part may have the cause. */
const OUTSIDE: readonly string[] = ['nothing_crashes', 'all_works', 'no_changes']

/** Returns the other part if it may have the cause and its changes can be tested, else null. */
async function partToGoOnWith(
  context: CompareContext,
  pair: ListPair,
  { part, verdict, not_tested }: CulpritState,
  signal: AbortSignal,
): Promise<'mods' | 'plugins' | null> {
  const other = part === 'mods' ? 'plugins' : 'mods'
  const isOutside = verdict !== null && OUTSIDE.includes(verdict.code)
  if (!isOutside || !not_tested.some(({ what }) => what === other)) return null
  try {
    const { units } = await culpritState(context, pair, { answers: [], keep: [], part: other }, signal)
    return units.length > 0 ? other : null
  } catch (error) {
    if (error instanceof CatalogError && error.kind === 'invalid') return null
    throw error
  }
}
