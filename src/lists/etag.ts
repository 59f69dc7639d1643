import type { Context } from '../context.ts'
import { entityTag } from '../http/response/entity-tag.ts'

interface Tagged {
  id: number
  stamp: number
  author: { name: string; verified: boolean } | null
  game?: { name: string }
  shownRevision?: number
}

/**
 * The strong entity tag of the single-list view: another one whenever a byte of it may be another. A stamp tells of a
 * change of the present game's name, but not of that of a past revision.
 */
export function listTag(
  { id, stamp, author, game, shownRevision }: Tagged,
  { edition, urls }: Pick<Context, 'edition' | 'urls'>,
): string {
  const revision = shownRevision === undefined ? [] : [shownRevision, game?.name]
  return entityTag(edition, id, stamp, author?.name, author?.verified, urls.api, ...revision)
}
