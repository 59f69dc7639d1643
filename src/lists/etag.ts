import type { Context } from '../context.ts'
import { entityTag } from '../http/response/entity-tag.ts'

interface Tagged {
  changeId: string
  game?: { name: string }
  shownRevision?: number
}

/**
 * Returns the strong entity tag of the single-list view. The change id stands for all that the view shows, the author and the
 * present game included, but not for the name of the game of a past revision.
 */
export function listTag({ changeId, game, shownRevision }: Tagged, { urls }: Pick<Context, 'urls'>): string {
  const revision = shownRevision === undefined ? [] : [shownRevision, game?.name]
  return entityTag(changeId, urls.api, ...revision)
}
