import type { Context } from '../context.ts'
import { entityTag } from '../http/response/entity-tag.ts'

interface Tagged {
  id: number
  stamp: number
  author: { name: string; verified: boolean } | null
}

/** The strong entity tag of the single-list view: another one whenever a byte of it may be another. */
export function listTag({ id, stamp, author }: Tagged, { edition, urls }: Pick<Context, 'edition' | 'urls'>): string {
  return entityTag(edition, id, stamp, author?.name, author?.verified, urls.api)
}
