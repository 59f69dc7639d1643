import type { ComponentChildren } from 'preact'

export interface CountTableData {
  name: string
  unit: string
  rows: readonly { key: string; label: ComponentChildren; count: number }[]
}

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
