import { hash } from 'node:crypto'
import type { Context } from '../../context.ts'
import { CatalogError } from '../../errors.ts'
import { revisedAt } from '../../lists/revisions/queries.ts'
import { revisionNumber, versionText } from '../../lists/version-address.ts'
import { listTag } from '../../lists/view.ts'
import { findPair, type ListPair } from '../service.ts'
import { revisionOf } from './pair-names.ts'

type Row = ListPair['list1']['row']

const HASH_LENGTH = 6

/** Returns a short name of the state of both lists, which ends with the numbers of their revisions. */
export const stateOf = (context: Context, { list1: { row: one }, list2: { row: other } }: ListPair): string =>
  hash('sha256', listTag(one, context) + listTag(other, context), 'base64url').slice(0, HASH_LENGTH) +
  `${revisionOf(one)}-${revisionOf(other)}`

/**
 * Finds two lists as they were in an earlier state; if that is null, as they were before the last update of either.
 * Returns null if their revisions are no longer stored, or not public.
 */
export async function findPairBefore(
  context: Context,
  { list1: { row: one }, list2: { row: other } }: ListPair,
  state: string | null,
): Promise<ListPair | null> {
  const [first, second] =
    state === null ? beforeLastUpdate(one, other) : state.slice(HASH_LENGTH).split('-').map(revisionNumber)
  if (first === undefined || second === undefined) return null
  try {
    return await findPair(context, [versionText(one.slug, first), versionText(other.slug, second)], null)
  } catch (error) {
    if (error instanceof CatalogError && error.kind === 'not_found') return null
    throw error
  }
}

function beforeLastUpdate(one: Row, other: Row): (number | undefined)[] {
  const [first, second] = [revisionOf(one), revisionOf(other)]
  const isFirst =
    other.shownRevision !== undefined || (one.shownRevision === undefined && revisedAt(one) > revisedAt(other))
  return isFirst ? [before(one), second] : [first, before(other)]
}

/** Returns the revision before that of a list; undefined if there is none, or the address names the revision. */
const before = ({ shownRevision, revisionNumber }: Row): number | undefined =>
  shownRevision === undefined && revisionNumber > 1 ? revisionNumber - 1 : undefined
