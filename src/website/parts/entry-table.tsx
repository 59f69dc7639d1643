import type { ComponentChildren } from 'preact'

interface EntryTableData {
  columns: readonly { name: string; class?: string }[]
  /** The box that ticks all rows; null for a table without boxes. Its value stands for all rows, if it is not empty. */
  tick?: { all: string; name: string } | null
  children: ComponentChildren
}

/** A dense table of entries. Its head stays in sight; narrow windows leave out the columns of the class `wide`. */
export const EntryTable = ({ columns, tick = null, children }: EntryTableData) => (
  <table class="entry-table">
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
    <tbody>{children}</tbody>
  </table>
)
