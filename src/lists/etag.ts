import type { Context } from '../context.ts'
import { entityTag } from '../http/response/entity-tag.ts'

interface Tagged {
  changeId: string
  game?: { name: string }
  shownRevision?: number
  counts?: object
}

/**
 * Returns the strong entity tag of the single-list view. The change id covers everything in the view of the current
 * version. It covers neither the game of a past revision nor counts, so the tag contains the game's name; counts are
 * appended to the tag of the view without them.
 */
export function listTag({ changeId, game, shownRevision, counts }: Tagged, { urls }: Pick<Context, 'urls'>): string {
  const revision = shownRevision === undefined ? [] : [shownRevision, game?.name]
  const tag = entityTag(changeId, urls.api, ...revision)
  return counts === undefined ? tag : `${tag.slice(0, -1)}.${entityTag(counts).slice(1)}`
}

/** Removes the parts of entity tags that tell views of the same version apart: counts and compression. */
export const versionsIn = (ifMatch: string): string => ifMatch.replaceAll(/(?:\.[\w-]{22})?(?:-gzip)?"/g, '"')
