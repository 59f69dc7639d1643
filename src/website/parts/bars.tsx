import type { ComponentChildren } from 'preact'

export interface BarsData {
  /** Heading of the rows, such as "Mod". */
  name: string
  /** Heading of the counts, such as "Lists". */
  unit: string
  rows: readonly { key: string; label: ComponentChildren; count: number }[]
}

/** A table of counts, each with a bar in relation to the largest one. Without a difference, there are no bars. */
export function Bars({ name, unit, rows }: BarsData) {
  const most = Math.max(1, ...rows.map(({ count }) => count))
  const hasBars = rows.some(({ count }) => count !== most)
  return (
    <table class="bars">
      <thead>
        <tr>
          <th scope="col">{name}</th>
          <th scope="col">{unit}</th>
          {hasBars && <td />}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, label, count }) => (
          <tr key={key}>
            <th scope="row">{label}</th>
            <td>{count.toLocaleString('en')}</td>
            {hasBars && (
              <td>
                <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
                  <rect width={Math.max(1, (100 * count) / most)} height="8" />
                </svg>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
