import { type ComponentChildren, toChildArray } from 'preact'

interface EntryTableData {
  columns: readonly { name: string; class?: string }[]
  /** The box that ticks all rows; null for a table without boxes. Its value stands for all rows, if it is not empty. */
  tick?: { all: string; name: string } | null
  /** Whether there are so many rows that they are in groups, which the browser lays out only near the window. */
  isLong?: boolean
  children: ComponentChildren
}

/** Number of rows in a group of a long table. */
const GROUP = 50

/** A dense table of entries. Its head stays in sight; narrow windows leave out the columns of the class `wide`. */
export const EntryTable = ({ columns, tick = null, isLong = false, children }: EntryTableData) => (
  <table class={isLong ? 'entry-table long' : 'entry-table'}>
    <thead>
      <tr>
        {tick !== null && (
          <th scope="col" class="t">
            <input
              type="checkbox"
              class={tick.all === '' ? 'all scripted' : 'all'}
              name="take"
              value={tick.all}
              aria-label={tick.name}
            />
          </th>
        )}
        {columns.map(({ name, class: kind }) => (
          <th key={name} scope="col" class={kind}>
            {name}
          </th>
        ))}
      </tr>
    </thead>
    {isLong ? groupsOf(toChildArray(children)) : <tbody>{children}</tbody>}
  </table>
)

const groupsOf = (rows: ReturnType<typeof toChildArray>) =>
  Array.from({ length: Math.ceil(rows.length / GROUP) }, (_, at) => (
    <tbody key={at} class="group">
      {rows.slice(at * GROUP, (at + 1) * GROUP)}
    </tbody>
  ))
