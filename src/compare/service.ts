import type { Sender } from '../actor.ts'
import type { Context } from '../context.ts'
import { readConsistently } from '../db/transaction.ts'
import { listNotFound } from '../errors.ts'
import type { FoundDetail } from '../lists/hot-queries.ts'
import type { ShownList } from '../lists/queries.ts'
import { addCounts } from '../lists/queries.ts'
import { requireVersion } from '../lists/revisions/service.ts'
import { findContents } from '../lists/stored-files-queries.ts'
import { parseVersion, versionText } from '../lists/version-address.ts'
import type { ListNames } from '../load-order/rendering/sentence.ts'
import { visibleName } from '../text/harmless.ts'
import { earliest } from '../text/timestamp.ts'
import type { CompareContext } from './differ.ts'

export interface ListPair {
  list1: FoundDetail
  list2: FoundDetail
  snapshot: string
  /** Time when one of the lists expires; null means never. */
  validUntil: Date | null
}

/**
 * Finds the lists to compare, each by its slug or as `slug@n`. Throws if one does not exist or may not be seen (404).
 */
export async function findPair(
  { db, clock }: Context,
  slugs: readonly [string, string],
  sender: Sender | null,
  hasCounts = false,
): Promise<ListPair> {
  const now = clock()
  const [one, other] = [parseVersion(slugs[0]), parseVersion(slugs[1])]
  return readConsistently(db, async (statements): Promise<ListPair | null> => {
    const first = requireVersion(statements, one, sender, now)
    const second = requireVersion(statements, other, sender, now)
    second.catch(() => {}) // thrown below, unless the first list has an error
    const [list1, list2] = [await first, await second]
    const { snapshot } = list1
    if (snapshot !== list2.snapshot) return null
    if (hasCounts) await addCounts(db, [list1.row, list2.row])
    return { list1, list2, snapshot, validUntil: earliest(list1.row.expiresAt, list2.row.expiresAt) }
  })
}

export function diffsOf(context: CompareContext, { list1, list2 }: ListPair, signal: AbortSignal): Promise<string[]> {
  return context.differ.diffs(list1.files, list2.files, loadFrom(context), signal)
}

/** Returns the patches that turn the bytes of the first list's files into the texts of the second list's. */
export function patchesOf(
  context: CompareContext,
  { list1, list2 }: ListPair,
  signal: AbortSignal,
): Promise<Uint8Array[]> {
  return context.differ.patches(list1.files, list2.files, loadFrom(context), signal)
}

export const bytesOf = (...lists: readonly Pick<FoundDetail, 'files'>[]): number =>
  lists.flatMap(({ files }) => files).reduce((sum, { bytes }) => sum + bytes, 0)

/** Returns a function that loads the content of a file. If it is missing, its list has just been deleted (404). */
export const loadFrom =
  ({ db }: Pick<Context, 'db'>) =>
  async ({ hash }: { hash: string }): Promise<Uint8Array> => {
    const [file] = await findContents(db, [{ hash }])
    if (file === undefined) throw listNotFound()
    return file.content
  }

type Row = Pick<ShownList, 'name' | 'version' | 'slug' | 'shownRevision' | 'revisionNumber'>

const clean = ({ name, version }: Row) => ({ name: visibleName(name), version: version && visibleName(version) })

/** Returns different short names for two lists: their versions, names or revisions, else `first` and `second`. */
export function sidesOf({ list1: { row: one }, list2: { row: other } }: ListPair): ListNames {
  const [first, second] = [clean(one), clean(other)]
  if (first.version && second.version && first.version !== second.version) return [first.version, second.version]
  if (first.name !== second.name) return [first.name, second.name]
  const [before, after] = [revisionOf(one), revisionOf(other)]
  return one.slug === other.slug && before !== after ? [`version ${before}`, `version ${after}`] : ['first', 'second']
}

/** Returns the number of the revision that is shown. */
export const revisionOf = ({ shownRevision, revisionNumber }: Pick<Row, 'shownRevision' | 'revisionNumber'>): number =>
  shownRevision ?? revisionNumber

/** Returns the title of a comparison in two parts: "Lost Prophecies" and "5 → 6", or "" and "One 1.0 → Two". */
export function titleOf(pair: ListPair): { name: string; sides: string } {
  const { name, parts } = titleParts(pair, true)
  return { name, sides: parts.join(' → ') }
}

/** Returns two different titles for the lists of a comparison, with their revisions only if their names are equal. */
export function titlesOf(pair: ListPair): readonly [first: string, second: string] {
  const { name, parts } = titleParts(pair, false)
  const whole = (part: string) => (name === '' ? part : `${name} ${part}`)
  return [whole(parts[0]), whole(parts[1])]
}

/** Returns the name that both lists have, or an empty text, and what else is in the titles of the two. */
function titleParts(pair: ListPair, hasRevisions: boolean) {
  const [one, other] = [pair.list1.row, pair.list2.row]
  const [first, second] = [clean(one), clean(other)]
  if (first.name === second.name) {
    const sides = sidesOf(pair)
    return { name: first.name, parts: sides[0] === 'first' ? ([addressOf(one), addressOf(other)] as const) : sides }
  }
  const titleOf = (row: Row) => {
    const { name, version } = clean(row)
    const revision = row.shownRevision === undefined || !hasRevisions ? '' : ` version ${row.shownRevision}`
    return `${name}${version === null || version === '' ? '' : ` ${version}`}${revision}`
  }
  return { name: '', parts: [titleOf(one), titleOf(other)] as const }
}

const addressOf = ({ slug, shownRevision }: Row) => versionText(slug, shownRevision ?? null)

export const titleText = (pair: ListPair): string => {
  const { name, sides } = titleOf(pair)
  return name === '' ? sides : `${name} ${sides}`
}
