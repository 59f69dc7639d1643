import type { Context } from '../context.ts'
import { entityTag } from '../http/response/entity-tag.ts'

interface Changed {
  stamp: number
  changeId: string | null
  updatedAt: Date
}

interface Tagged extends Changed {
  id: number
  author: { name: string; verified: boolean } | null
  game?: { name: string }
  shownRevision?: number
}

/**
 * Names the last change of a list. Ids and stamps are given again after a failover that lost writes, this is not: it is
 * random, but for lists that have not changed since before there were such names, of which no new one is ever made.
 */
export const changeOf = ({ changeId, stamp, updatedAt }: Changed): string =>
  changeId ?? `${stamp} ${updatedAt.getTime()}`

/**
 * The strong entity tag of the single-list view: another one whenever a byte of it may be another. A list changes with
 * the present game's name, but not with that of a past revision.
 */
export function listTag(
  { id, author, game, shownRevision, ...list }: Tagged,
  { edition, urls }: Pick<Context, 'edition' | 'urls'>,
): string {
  const revision = shownRevision === undefined ? [] : [shownRevision, game?.name]
  return entityTag(edition, id, changeOf(list), author?.name, author?.verified, urls.api, ...revision)
}
