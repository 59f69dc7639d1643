import type { CompareContext } from '../../compare/differ.ts'
import { namesOf } from '../../compare/load-orders/service.ts'
import { mergedFiles } from '../../compare/merging/service.ts'
import { bytesOf, findPair } from '../../compare/service.ts'
import { invalid } from '../../errors.ts'
import { zipOf } from '../../files/zip.ts'
import { isAsked } from '../../load-order/merging/choice.ts'
import { visibleName } from '../../text/harmless.ts'
import { documentOf } from '../parts/document.tsx'
import { siteOf } from '../parts/site.ts'
import type { Choice } from './input.ts'
import { TakeOverPage } from './page.tsx'

/** A response that is not yet made, and the number of bytes to read for it. */
interface TakenOver {
  sourceBytes: number
  make(): Promise<Buffer>
}

/** Finds the lists, and returns a function that makes the page or the zip. Throws a 422 if nothing was chosen. */
export async function takeOver(
  context: CompareContext,
  slugs: readonly [first: string, second: string],
  { take, fields, isDownload }: Choice,
  signal: AbortSignal,
): Promise<TakenOver> {
  if (!isAsked(take.mods) && !isAsked(take.plugins)) {
    throw invalid({ take: ['You chose no change. Go back and tick the changes to take over.'] })
  }
  const pair = await findPair(context, slugs, null)
  return {
    sourceBytes: bytesOf(pair.list1, pair.list2),
    async make() {
      const merged = await mergedFiles(context, pair, { take, leavesOut: true }, signal)
      if (isDownload) return zipOf(merged.files)
      const [first, second] = namesOf(pair)
      const names = [visibleName(first), visibleName(second)] as const
      const data = { site: siteOf(context.urls), slugs, names, merged, fields }
      return documentOf(<TakeOverPage {...data} />)
    },
  }
}
