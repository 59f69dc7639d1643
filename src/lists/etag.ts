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
 * version. It covers neither the game of a past revision nor counts, so the tag contains the game's name and the
 * counts.
 */
export function listTag({ changeId, game, shownRevision, counts }: Tagged, { urls }: Pick<Context, 'urls'>): string {
  const revision = shownRevision === undefined ? [] : [shownRevision, game?.name]
  return entityTag(changeId, urls.api, ...revision, ...(counts ? [counts] : []))
}
