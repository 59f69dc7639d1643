import { Badge, type Tone } from '../parts/chip.tsx'
import { EntryTable } from '../parts/entry-table.tsx'

const ROWS: readonly [tone: Tone, change: string, mod: string][] = [
  ['went', '− only in yours', 'SSE Engine Fixes'],
  ['switched', 'switched off', 'Address Library'],
  ['moved', 'moved', 'Unofficial Patch'],
  ['came', '+ only in the other', 'ENB Helper'],
]

/** A small comparison that shows what the site is for, as the page of a comparison shows it. */
export const ExampleComparison = () => (
  <EntryTable columns={[{ name: 'Change' }, { name: 'Mod' }]}>
    {ROWS.map(([tone, change, mod]) => (
      <tr key={mod}>
        <td>
          <Badge tone={tone}>{change}</Badge>
        </td>
        <td>{mod}</td>
      </tr>
    ))}
  </EntryTable>
)
