import type { Note } from '../../load-order/schemas.ts'

const TEXTS: Readonly<Record<Note['code'], (count: number) => string>> = {
  order_reversed: () => 'is in reverse order, and is read from its last line up',
  duplicate_mods: (count) => `has ${lines(count)} with mods that stand above already, and that do not count`,
  duplicate_plugins: (count) => `has ${lines(count)} with plugins that stand above already`,
  repeated_settings: (count) => `has ${lines(count)} with settings that stand above already, and that do not count`,
  repeated_sections: (count) => `has ${lines(count)} in sections that stand above already, and that games do not read`,
}

const lines = (count: number) => `${count} line${count === 1 ? '' : 's'}`

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
