import type { ChangeRow, RowKind } from '../../load-order/rendering/comparison/rows.ts'
import type { ShownRow } from '../../load-order/rendering/comparison/shown-rows.ts'
import type { ComparisonView } from '../../load-order/rendering/comparison/view.ts'
import { Badge, type Tone } from '../parts/chip.tsx'
import { EntryTable } from '../parts/entry-table.tsx'
import { shortened } from '../parts/shortened.ts'
import { Name, NameLink } from '../parts/shown-list.tsx'

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

/** The words of each kind of change in a row. The lists are those of the two columns. */
const WORDS: Readonly<Record<RowKind, string>> = {
  removed: '− only here',
  disabled: 'switched off',
  enabled: 'switched on',
  updated: 'updated',
  moved: 'moved',
  regrouped: 'other separator',
  added: '+ only there',
}

/** Returns the badges of a row, which say what differs. */
export const badgesOf = ({ kinds, enabled }: Pick<ChangeRow, 'kinds' | 'enabled'>) =>
  kinds.map((kind) => {
    const isOff = enabled === false && (kind === 'removed' || kind === 'added')
    return Badge({ tone: TONES[kind], children: WORDS[kind] + (isOff ? ', off' : '') })
  })

/** Returns the words of each kind of change behind a number, with the names of the lists. */
export const kindWords = ([first, second]: Sides): Readonly<Record<RowKind, string>> => ({
  removed: `only in ${first}`,
  disabled: 'switched off',
  enabled: 'switched on',
  updated: 'updated',
  moved: 'moved',
  regrouped: 'moved to another separator',
  added: `only in ${second}`,
})

interface ChangeTableData {
  part: 'mods' | 'plugins'
  view: Pick<ComparisonView, 'rows' | 'cut' | 'pages'>
  sides: Sides
  /** Value of the box that ticks all rows; empty if the rows are only some of a part. */
  all: string
  /** Returns the address of a page of all rows. */
  address: (page: number) => string
  /** Returns the path of a row's page; undefined if it has none. */
  pathOf?: ((row: ChangeRow) => string | undefined) | undefined
}

/** Number of rows above which a table takes browsers long to lay out. */
const LONG = 300

/** The changed mods or plugins in one table, with a box for each that can be taken over. */
export function ChangeTable({ part, view: { rows, cut, pages }, sides, all, address, pathOf }: ChangeTableData) {
  const canTick = rows.some(({ ids }) => ids !== '')
  const noun = part === 'mods' ? 'Mod' : 'Plugin'
  const words = kindWords(sides)
  const place = part === 'mods' ? 'Separator' : null
  const columns = [
    { name: 'Change', class: 'k' },
    { name: noun },
    { name: `In ${shortened(sides[0], 24)}`, class: 'n wide' },
    { name: `In ${shortened(sides[1], 24)}`, class: 'n wide' },
    ...(place === null ? [] : [{ name: place, class: 'wide far' }]),
  ]
  return (
    <EntryTable
      columns={columns}
      tick={canTick ? { all, name: `all ${part} in this table` } : null}
      isLong={rows.length > LONG}
    >
      {rows.map((row, at) => Row(row, canTick, place !== null, at === 0, pathOf?.(row)))}
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
                all {count} {words[kind]}
              </label>
            )}{' '}
            {pages === null ? (
              <>
                {count - shown} more {words[kind]}: <a href={address(page)}>show all</a>
              </>
            ) : (
              `${shown} of ${count} ${words[kind]} on this page`
            )}
          </td>
        </tr>
      ))}
    </EntryTable>
  )
}

// Plain functions instead of components, which cost time with thousands of rows.

const Row = (row: ShownRow, canTick: boolean, hasSeparator: boolean, isFirst: boolean, path?: string) => {
  const { name, kinds, enabled, separator, ids, isTicked } = row
  const [from, to] = placesOf(row)
  return (
    <tr class={enabled === false ? 'off' : undefined} data-kinds={kinds.join(' ')}>
      {canTick && (
        <td class="t">
          {ids !== '' && <input type="checkbox" name="take" value={ids} checked={isTicked} aria-label={name} />}
        </td>
      )}
      <td class="k">{badgesOf(row)}</td>
      <td>
        {path === undefined ? Name({ of: name }) : NameLink({ to: path, name })}
        {canTick && isFirst && (
          <a class="skip" href="#foot">
            To what can be done with the ticked changes
          </a>
        )}
        {Under(row)}
      </td>
      <td class="n wide">{from}</td>
      <td class="n wide">{to}</td>
      {hasSeparator && <td class="quiet wide far">{separator}</td>}
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
