import type { ShownList } from '../../lists/queries.ts'
import { versionText } from '../../lists/version-address.ts'
import type { ListNames } from '../../load-order/rendering/sentence.ts'
import { visibleName } from '../../text/harmless.ts'
import type { ListPair } from '../service.ts'

type Row = Pick<ShownList, 'name' | 'version' | 'slug' | 'shownRevision' | 'revisionNumber'>

const clean = ({ name, version }: Row) => ({ name: visibleName(name), version: version && visibleName(version) })

/**
 * Returns two different short names for the lists of a comparison: their versions, else their names, else their
 * revisions, else `first` and `second`.
 */
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
  const [one, other] = [pair.list1.row, pair.list2.row]
  const [first, second] = [clean(one), clean(other)]
  if (first.name === second.name) {
    const [a, b] = sidesOf(pair)
    const hasNumbers = a !== 'first'
    return { name: first.name, sides: hasNumbers ? `${a} → ${b}` : `${addressOf(one)} → ${addressOf(other)}` }
  }
  const titleOf = (row: Row) => {
    const { name, version } = clean(row)
    const revision = row.shownRevision === undefined ? '' : ` version ${row.shownRevision}`
    return `${name}${version === null || version === '' ? '' : ` ${version}`}${revision}`
  }
  return { name: '', sides: `${titleOf(one)} → ${titleOf(other)}` }
}

const addressOf = ({ slug, shownRevision }: Row) => versionText(slug, shownRevision ?? null)

/** Returns the title of a comparison on one line. */
export const titleText = (pair: ListPair): string => {
  const { name, sides } = titleOf(pair)
  return name === '' ? sides : `${name} ${sides}`
}
