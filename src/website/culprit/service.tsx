import type { CulpritState } from '../../compare/culprit/schemas.ts'
import { culpritState, culpritZip, pinned } from '../../compare/culprit/service.ts'
import type { CompareContext } from '../../compare/differ.ts'
import { sidesOf, titleText } from '../../compare/load-orders/pair-names.ts'
import { bytesOf, findPair, type ListPair } from '../../compare/service.ts'
import { CatalogError } from '../../errors.ts'
import { namesWithPages } from '../../mods/service.ts'
import { visibleName } from '../../text/harmless.ts'
import type { MadeOnce } from '../found-page.ts'
import { documentOf } from '../parts/document.tsx'
import { siteOf } from '../parts/site.ts'
import { CulpritPage } from './page.tsx'
import { type CulpritQuery, inputOf } from './query.ts'
import { unitsOf } from './round.tsx'

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
      if (query.isDownload) return culpritZip(context, pair, inputOf(query), signal)
      const state = await culpritState(context, pair, inputOf(query), signal)
      const { game } = pair.list2.row
      const found = unitsOf(state, state.found ?? []).map(({ name }) => name)
      const withPages = await namesWithPages(context, game.id, state.part === 'plugins', found)
      return documentOf(
        <CulpritPage
          site={siteOf(context.urls)}
          slugs={pinned(pair)}
          names={namesOf(pair)}
          title={titleText(pair)}
          game={game.name}
          address={query}
          state={state}
          withPages={withPages}
          otherPart={await partToGoOnWith(context, pair, state, signal)}
        />,
      )
    },
  }
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

/** Returns different names for the lists, which say the version only where the names are equal. */
function namesOf(pair: ListPair): readonly [works: string, crashes: string] {
  const [one, other] = [visibleName(pair.list1.row.name), visibleName(pair.list2.row.name)]
  if (one !== other) return [one, other]
  const [first, second] = sidesOf(pair)
  return [`${one} ${first}`, `${other} ${second}`]
}
