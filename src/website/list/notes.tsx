import type { Note } from '../../load-order/schemas.ts'
import { counted } from '../../text/plural.ts'

const TEXTS: Readonly<Record<Note['code'], (count: number) => string>> = {
  order_reversed: () => 'is in reverse order, and is read from its last line up',
  duplicate_mods: (count) => `has ${counted(count, 'line')} with mods that stand above already, and that do not count`,
  duplicate_plugins: (count) => `has ${counted(count, 'line')} with plugins that stand above already`,
  repeated_settings: (count) =>
    `has ${counted(count, 'line')} with settings that stand above already, and that do not count`,
  repeated_sections: (count) =>
    `has ${counted(count, 'line')} in sections that stand above already, and that games do not read`,
}

/** What was dropped in reading the files, as the mod manager or the game drops it. */
export const Notes = ({ notes }: { notes: readonly Note[] }) =>
  notes.length === 0 ? null : (
    <ul class="notes">
      {notes.map(({ file, code, count, names }) => (
        <li key={file + code}>
          <b>{file}</b> {TEXTS[code](count)}
          {names.length > 0 && `: ${names.join(', ')}`}
          {count > names.length && names.length >= 20 && ' and others'}.
        </li>
      ))}
    </ul>
  )
