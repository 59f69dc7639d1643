import type { ChangeRow, RowKind } from '../../load-order/rendering/comparison/rows.ts'
import type { ShownRow } from '../../load-order/rendering/comparison/shown-rows.ts'
import type { ComparisonView } from '../../load-order/rendering/comparison/view.ts'
import { Badge, type Tone } from '../parts/chip.tsx'
import { EntryTable } from '../parts/entry-table.tsx'
import { Name } from '../parts/shown-list.tsx'

type Sides = readonly [first: string, second: string]

/** The colour of each kind of change. */
export const TONES: Readonly<Record<RowKind, Tone>> = {
  removed: 'went',
  disabled: 'switched',
  enabled: 'switched',
  updated: 'other',
  moved: 'moved',
  regrouped: 'other',
  added: 'came',
}

/** Returns the words of a kind of change in a row. */
const wordsOf = (kind: RowKind, [first, second]: Sides, { enabled }: ChangeRow): string => {
  const off = enabled === false ? ', off' : ''
  const words: Record<RowKind, string> = {
    removed: `− only in ${first}${off}`,
    disabled: 'switched off',
    enabled: 'switched on',
    updated: 'updated',
    moved: 'moved',
    regrouped: 'regrouped',
    added: `+ only in ${second}${off}`,
  }
  return words[kind]
}

interface ChangeTableData {
  part: 'mods' | 'plugins'
  view: Pick<ComparisonView, 'rows' | 'cut' | 'pages'>
  sides: Sides
  /** Value of the box that ticks all rows; empty if the rows are only some of a part. */
  all: string
  /** Returns the address of a page of all rows. */
  address: (page: number) => string
}

/** Number of rows above which a table takes browsers long to lay out. */
const LONG = 300

/** The changed mods or plugins in one table, with a box for each that can be taken over. */
export function ChangeTable({ part, view: { rows, cut, pages }, sides, all, address }: ChangeTableData) {
  const canTick = rows.some(({ ids }) => ids !== '')
  const noun = part === 'mods' ? 'Mod' : 'Plugin'
  const place = part === 'mods' ? 'Separator' : null
  const columns = [
    { name: 'Change', class: 'k' },
    { name: noun },
    { name: `In ${sides[0]}`, class: 'n wide' },
    { name: `In ${sides[1]}`, class: 'n wide' },
    ...(place === null ? [] : [{ name: place, class: 'wide' }]),
  ]
  return (
    <EntryTable
      columns={columns}
      tick={canTick ? { all, name: `all ${part} in this table` } : null}
      isLong={rows.length > LONG}
    >
      {rows.map((row) => Row(row, sides, canTick, place !== null))}
      {cut.map(({ kind, count, shown, elsewhere, page, all, isTicked }) => (
        <tr key={kind} class="cut">
          <td colSpan={columns.length + Number(canTick)}>
            {all !== '' && (
              <label>
                <input
                  type="checkbox"
                  name="take"
                  value={all}
                  checked={isTicked}
                  data-kind={kind}
                  data-elsewhere={elsewhere}
                />{' '}
                all {count} {wordsOf(kind, sides, NO_ROW)}
              </label>
            )}{' '}
            {pages === null ? (
              <>
                {count - shown} more {wordsOf(kind, sides, NO_ROW)}: <a href={address(page)}>show all</a>
              </>
            ) : (
              `${shown} of ${count} ${wordsOf(kind, sides, NO_ROW)} on this page`
            )}
          </td>
        </tr>
      ))}
    </EntryTable>
  )
}

const NO_ROW: ChangeRow = {
  name: '',
  kinds: [],
  enabled: null,
  from: null,
  to: null,
  separator: null,
  after: null,
  versions: null,
  groups: null,
}

// Plain functions instead of components, which cost time with thousands of rows.

const Row = (row: ShownRow, sides: Sides, canTick: boolean, hasSeparator: boolean) => {
  const { name, kinds, enabled, separator, ids, isTicked } = row
  const [from, to] = placesOf(row)
  return (
    <tr class={enabled === false ? 'off' : undefined} data-kinds={kinds.join(' ')}>
      {canTick && (
        <td class="t">
          {ids !== '' && <input type="checkbox" name="take" value={ids} checked={isTicked} aria-label={name} />}
        </td>
      )}
      <td class="k">{kinds.map((kind) => Badge({ tone: TONES[kind], children: wordsOf(kind, sides, row) }))}</td>
      <td>
        {Name({ of: name })}
        {Under(row)}
      </td>
      <td class="n wide">{from}</td>
      <td class="n wide">{to}</td>
      {hasSeparator && <td class="quiet wide">{separator}</td>}
    </tr>
  )
}

/** Returns the places in both lists, or the states if the entry was switched and its first place is unknown. */
function placesOf({ kinds, from, to }: ChangeRow): [string | number | null, string | number | null] {
  const isOff = kinds.includes('disabled')
  if (!isOff && !kinds.includes('enabled')) return [from, to]
  return from === null ? (isOff ? ['on', 'off'] : ['off', 'on']) : [from, to]
}

/** What a moved or updated entry was, and is now. */
function Under({ after, versions, groups }: ChangeRow) {
  if (after === null && versions === null && groups === null) return null
  const group = (name: string | null) => (name === null ? 'no separator' : name)
  const placed = (name: string | null) => (name === null ? 'first' : `after ${name}`)
  return (
    <small>
      {versions !== null && `${versions.from} → ${versions.to} `}
      {groups !== null && `was under ${group(groups.from)}, now under ${group(groups.to)} `}
      {after !== null && `was ${placed(after.from)}, now ${placed(after.to)}`}
    </small>
  )
}
