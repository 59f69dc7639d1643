import { CHANGE_KINDS, type ChangeKind } from '../../merging/compared-lists.ts'
import { allOf, type TakenPart } from '../../merging/ticks.ts'
import type { ModChanges, PluginChanges } from '../../schemas.ts'
import { cutter } from '../excerpt.ts'
import { type ChangeRow, idsOf, ROW_KINDS, type RowKind, unlistedOf } from './rows.ts'

/** Which rows are shown. */
export interface RowQuery {
  /** The only kind of rows that is shown. */
  kind: RowKind | undefined
  /** Shows only rows whose name has this text. */
  text: string
  /** Whether added entries that are off are hidden. */
  hidesOff: boolean
  /** The page of all rows, from 1; 0 for the page that shows only the first rows of each kind. */
  page: number
}

/** What a page shows of the rows of the mods or plugins. It is empty if another tab is open. */
export interface ShownRows {
  rows: ShownRow[]
  /** The kinds of which `rows` has only some. */
  cut: CutKind[]
  /** Where `rows` are among all rows; null if the page shows only the first rows of each kind. */
  pages: { page: number; total: number; size: number } | null
}

export interface ShownRow extends ChangeRow {
  /** Ids of its changes that can be taken over, and of those that are ticked along with it. */
  ids: string
  isTicked: boolean
}

interface CutKind {
  kind: RowKind
  /** Number of rows of the kind, on all pages. */
  count: number
  /** Number of these rows that this page shows. */
  shown: number
  /** Number of the rows that are not shown whose ticks the box for the whole kind changes. */
  elsewhere: number
  /** The page of all rows that has the first row of the kind that is not shown. */
  page: number
  /** Ticks all changes of the kind; empty if a filter shows only some, or they can't be taken over. */
  all: string
  isTicked: boolean
}

const FIRST = 200

/** Number of rows of a page of all rows. Slow browsers lay out as many in less than 0.2 seconds. */
const PAGE = 1_000

/** Maximum length of all rows of a page, as JSON. Counts are complete. */
const MAX_CHARACTERS = 2 ** 20

interface PartRows {
  part: TakenPart | null
  /** All rows of the part, sorted by kind. */
  rows: readonly ChangeRow[]
  changes: ModChanges | PluginChanges | null
}

interface Taking {
  tickable: Readonly<Record<ChangeKind, ReadonlyMap<string, string>>>
  isTicked: (ids: readonly string[]) => boolean
  /** Returns the ids of what goes or comes with a row, and is ticked along with it. */
  alsoOf: (row: ChangeRow) => string[]
}

/** Returns the rows of a state of the page. `taking` is null if no change of the part can be taken over. */
export function shownRows({ part, rows, changes }: PartRows, query: RowQuery, taking: Taking | null): ShownRows {
  if (part === null) return { rows: [], cut: [], pages: null }
  const wanted = rows.filter((row) => isWanted(row, query))
  const isFull = query.page > 0
  const cutRows = cutter(Number.POSITIVE_INFINITY, MAX_CHARACTERS)
  const view: ShownRows = { rows: [], cut: [], pages: null }
  if (isFull) view.pages = { page: query.page, total: wanted.length, size: PAGE }
  let before = 0 // number of rows of earlier kinds
  for (const kind of ROW_KINDS) {
    const ofKind = wanted.filter(({ kinds }) => kinds[0] === kind)
    const start = isFull ? Math.max((query.page - 1) * PAGE - before, 0) : 0
    const end = isFull ? Math.max(query.page * PAGE - before, 0) : FIRST
    const inPage = ofKind.slice(start, end)
    const shown = cutRows(inPage, (row) => JSON.stringify(row))
    for (const row of shown) {
      const ids = taking === null ? [] : idsOf(part, row)
      const isTicked = taking?.isTicked(ids) === true
      // What was ticked or unticked apart from the row stays so.
      const also = ids.length === 0 ? [] : (taking?.alsoOf(row) ?? [])
      const its = also.filter((id) => taking?.isTicked([id]) === isTicked)
      view.rows.push({ ...row, ids: [...ids, ...its].join(''), isTicked })
    }
    const isWhole = query.text === '' && !query.hidesOff && (query.kind === undefined || query.kind === kind)
    // Beyond the limits of the comparison only the number is known.
    const count = ofKind.length + (isWhole ? unlistedOf(changes, kind) : 0)
    const isOnOtherPages = isFull && inPage.length === 0 && ofKind.length > 0
    if (shown.length < count && !isOnOtherPages) {
      const hidden = [...ofKind.slice(0, start), ...ofKind.slice(start + shown.length)]
      const page = Math.floor((before + shown.length) / PAGE) + 1
      const box = boxOf(part, kind, hidden, isWhole ? taking : null)
      view.cut.push({ kind, count, shown: shown.length, page, ...box })
    }
    before += ofKind.length
  }
  return view
}

/** Returns the box that ticks all changes of a kind, of which `hidden` are not shown. */
function boxOf(
  part: TakenPart,
  kind: RowKind,
  hidden: readonly ChangeRow[],
  taking: Taking | null,
): Pick<CutKind, 'all' | 'isTicked' | 'elsewhere'> {
  if (taking === null || !isTakenKind(kind)) return { all: '', isTicked: false, elsewhere: hidden.length }
  const all = allOf(part, kind)
  const ids = [...taking.tickable[kind].keys()] // none if nothing is ticked
  if (ids.length === 0) return { all, isTicked: false, elsewhere: hidden.length }
  const isTicked = taking.isTicked(ids)
  const changed = isTicked ? hidden : hidden.filter((row) => !taking.isTicked(idsOf(part, row)))
  return { all, isTicked, elsewhere: changed.length }
}

/** Matches each id of a text of ids. */
export const ID = /.{5}/g

/** Returns the ids of the changes that a box of the page stands for. */
export const idsCovered = ({ rows, cut }: ShownRows, tickable: Taking['tickable'] | null): Set<string> =>
  new Set([
    ...rows.flatMap(({ ids }) => ids.match(ID) ?? []),
    ...cut.flatMap(({ kind, isTicked }) =>
      tickable !== null && isTicked && isTakenKind(kind) ? [...tickable[kind].keys()] : [],
    ),
  ])

const isTakenKind = (kind: RowKind): kind is RowKind & ChangeKind => (CHANGE_KINDS as readonly string[]).includes(kind)

function isWanted({ name, kinds, enabled }: ChangeRow, { kind, text, hidesOff }: RowQuery): boolean {
  if (kind !== undefined && !kinds.includes(kind)) return false
  if (hidesOff && kinds[0] === 'added' && enabled === false) return false
  return text === '' || name.toLowerCase().includes(text.toLowerCase())
}
