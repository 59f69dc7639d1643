import { allOf } from '../../load-order/merging/ticks.ts'
import { type ChangeRow, changeRows, isHead, type RowKind } from '../../load-order/rendering/comparison/rows.ts'
import type { ShownRow } from '../../load-order/rendering/comparison/shown-rows.ts'
import { hasOthers, type Others } from '../../load-order/rendering/comparison/ticked-rows.ts'
import type { ComparisonQuery, ComparisonView } from '../../load-order/rendering/comparison/view.ts'
import { isChanges } from '../../load-order/rendering/sentence.ts'
import type { Total } from '../../load-order/rendering/totals.ts'
import type { ModChanges, OnlyIn, PluginChanges } from '../../load-order/schemas.ts'
import { Badge, type Tone } from '../components/chip.tsx'
import { EntryTable } from '../components/entry-table.tsx'
import { Pager } from '../components/pager.tsx'
import { shortened } from '../components/shortened.ts'
import { Name, NameLink } from '../components/shown-list.tsx'

type Sides = readonly [first: string, second: string]

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

/** The words of a suggestion, whose first list is the reader's. */
const SUGGESTED = { ...WORDS, removed: '− only in yours', added: '+ not in yours' }

/** Returns the badges of a row, which say what differs. */
export const badgesOf = ({ kinds, enabled }: Pick<ChangeRow, 'kinds' | 'enabled'>, isSuggested = false) =>
  kinds.map((kind) => {
    const isOff = !isSuggested && enabled === false && (kind === 'removed' || kind === 'added')
    return Badge({ tone: TONES[kind], children: (isSuggested ? SUGGESTED : WORDS)[kind] + (isOff ? ', off' : '') })
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
  address: (page: number) => string
  /** Returns the path of a row's page; undefined if it has none. */
  pathOf?: ((row: ChangeRow) => string | undefined) | undefined
}

/** Number of rows above which a table takes browsers long to lay out. */
const LONG = 300

/** The changed mods or plugins in one table, with a box for each that can be taken over. */
function ChangeTable({ part, view: { rows, cut, pages }, sides, all, address, pathOf }: ChangeTableData) {
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

interface PartRowsData {
  part: 'mods' | 'plugins'
  view: ComparisonView
  query: ComparisonQuery
  sides: readonly [first: string, second: string]
  to: (change: Partial<ComparisonQuery>) => string
  /** Returns the path of a row's page; undefined if it has none. */
  pathOf?: (row: ChangeRow) => string | undefined
}

/** The changed mods or plugins in one table with its pages, and what else differs. */
export function PartRows({ part, view, query, sides, to, pathOf }: PartRowsData) {
  const { rows, pages, others } = view
  const head = view[part]
  if (head === null) return <p class="empty">Neither has {part}.</p>
  if (!isHead(head)) {
    return (
      <p class="empty">
        Only {sides[head.only_in === 1 ? 0 : 1]} has {part}.
      </p>
    )
  }
  const address = (page: number) => to({ page })
  const isPaged = pages !== null && pages.total > pages.size
  const isWhole = !isPaged && query.text === '' && !query.hidesOff && query.kind === undefined
  const isPast = pages !== null && pages.total > 0 // if there are no rows, the pager says so
  return (
    <>
      {rows.length > 0 && (
        <ChangeTable
          part={part}
          view={view}
          sides={sides}
          all={isWhole ? allOf(part) : ''}
          address={address}
          pathOf={pathOf}
        />
      )}
      {rows.length === 0 && !isPast && (
        <p class="empty">{head.rows === 0 ? `No ${part} differ.` : 'Nothing matches the filter.'}</p>
      )}
      {pages !== null && <Pager {...pages} address={address} />}
      {others !== null && <OtherChanges others={others} sides={sides} />}
    </>
  )
}

interface OtherChangesData {
  others: Others
  sides: readonly [first: string, second: string]
}

/** Separators and unmanaged entries that only one list has, and names that may be the same mod. */
function OtherChanges({ others, sides: [first, second] }: OtherChangesData) {
  if (!hasOthers(others)) return null
  const { separators, unmanaged, renames } = others
  return (
    <div class="others">
      <Names title={`Separators only in ${first}`} names={separators.removed} total={separators.removedTotal} />
      <Names title={`Separators only in ${second}`} names={separators.added} total={separators.addedTotal} />
      <Names title={`Unmanaged, only in ${first}`} names={unmanaged.removed} total={unmanaged.removedTotal} />
      <Names title={`Unmanaged, only in ${second}`} names={unmanaged.added} total={unmanaged.addedTotal} />
      <Names
        title="Possibly renamed"
        names={renames.map(({ from, to }) => ({ name: `${from} → ${to}` }))}
        total={{ count: renames.length, isCut: false }}
      />
    </div>
  )
}

function Names({ title, names, total }: { title: string; names: readonly { name: string }[]; total: Total }) {
  if (total.count === 0) return null
  return (
    <details>
      <summary>
        {title} ({total.isCut && 'first '}
        {total.count})
      </summary>
      <ul class="names">
        {names.map(({ name }) => (
          <li key={name}>
            <Name of={name} />
          </li>
        ))}
      </ul>
      {names.length < total.count && <p class="more">and {total.count - names.length} more</p>}
    </details>
  )
}

interface PartChangesData {
  part: 'mods' | 'plugins'
  changes: ModChanges | PluginChanges | OnlyIn | null
  sides: readonly [first: string, second: string]
}

/** The changed mods or plugins in one table without boxes, as the tab of a comparison shows them. */
export function PartChanges({ part, changes, sides }: PartChangesData) {
  if (changes === null) return null
  if (!isChanges(changes)) {
    return (
      <p>
        Only {sides[changes.only_in === 1 ? 0 : 1]} has {part}.
      </p>
    )
  }
  const rows = changeRows(changes).map((row) => ({ ...row, ids: '', isTicked: false }))
  if (rows.length === 0) return null
  const shown = rows.reduce((sum, { kinds }) => sum + kinds.length, 0)
  const count = Object.values(changes.counts).reduce((sum, one) => sum + one, 0)
  return (
    <>
      <ChangeTable part={part} view={{ rows, cut: [], pages: null }} sides={sides} all="" address={() => ''} />
      {shown < count && <p class="more">and {count - shown} more</p>}
    </>
  )
}
