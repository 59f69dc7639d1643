import type { AlignedOrders, Cell, Line } from '../../load-order/comparing/side-by-side.ts'
import { Badge } from '../components/chip.tsx'
import { EntryTable } from '../components/entry-table.tsx'
import { Name } from '../components/shown-list.tsx'

interface OrderTabData {
  orders: AlignedOrders
  sides: readonly [first: string, second: string]
}

/** Both orders next to each other. Runs of entries that are equal in both are folded. */
export const OrderTab = ({ orders: { mods, plugins }, sides }: OrderTabData) => (
  <>
    <Order title="Mods" order={mods} sides={sides} />
    <Order title="Plugins" order={plugins} sides={sides} />
  </>
)

function Order({
  title,
  order,
  sides: [first, second],
}: { title: string; order: AlignedOrders['mods'] } & Pick<OrderTabData, 'sides'>) {
  if (order === null) return null
  const columns = [
    { name: '#', class: 'n' },
    { name: `In ${first}` },
    { name: '\u00a0#', class: 'n' },
    { name: `In ${second}` },
  ]
  return (
    <>
      <h2>{title}</h2>
      <EntryTable columns={columns}>{order.lines.map(OrderLine)}</EntryTable>
      {order.omitted > 0 && <p class="more">and {order.omitted} more lines</p>}
    </>
  )
}

function OrderLine(line: Line) {
  if ('names' in line) {
    return (
      <tr>
        <td colSpan={4}>
          <details>
            <summary>
              {line.names.length} the same
              {line.before !== null && line.after !== null && fromWords(line.before, line.after)}
            </summary>
            <ol class="rows" start={line.after ?? 0}>
              {line.names.map((name) => (
                <li key={name}>{name}</li>
              ))}
            </ol>
          </details>
        </td>
      </tr>
    )
  }
  const [before, after] = line
  const isMoved = (cell: Cell | null) => cell?.isElsewhere === true
  const isPair = before !== null && after !== null && !isMoved(before) && before.name === after.name
  return (
    <tr>
      {Entry(before, isPair ? null : 'went')}
      {Entry(after, isPair ? null : 'came')}
    </tr>
  )
}

/** Says at which place of each list a run of equal entries begins. */
const fromWords = (before: number, after: number) =>
  before === after ? `, from place ${before} on` : `, from places ${before} and ${after} on`

/** An entry with its place, its state if it is off, and whether only this list has it here. */
const Entry = (cell: Cell | null, alone: 'went' | 'came' | null) => (
  <>
    <td class="n">{cell?.place}</td>
    <td>
      {cell !== null && alone !== null && (
        <Badge tone={cell.isElsewhere ? 'moved' : alone}>
          {cell.isElsewhere ? 'moved' : alone === 'went' ? '− only here' : '+ only here'}
        </Badge>
      )}{' '}
      {cell !== null && <Name of={cell.name} />}
      {cell?.enabled === false && (
        <>
          {' '}
          <Badge tone="switched">off</Badge>
        </>
      )}
    </td>
  </>
)
