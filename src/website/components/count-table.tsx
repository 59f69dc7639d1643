import type { ComponentChildren } from 'preact'

export interface CountTableData {
  /** Heading of the rows, such as "Mod". */
  name: string
  /** Heading of the counts, such as "Lists". */
  unit: string
  rows: readonly { key: string; label: ComponentChildren; count: number }[]
}

/** A table of counts. */
export const CountTable = ({ name, unit, rows }: CountTableData) => (
  <table class="counted">
    <thead>
      <tr>
        <th scope="col">{name}</th>
        <th scope="col">{unit}</th>
      </tr>
    </thead>
    <tbody>
      {rows.map(({ key, label, count }) => (
        <tr key={key}>
          <th scope="row">{label}</th>
          <td>{count.toLocaleString('en')}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
