import { noteWords } from '../../load-order/rendering/notes.ts'
import type { Note } from '../../load-order/schemas.ts'

/** Lists what was ignored in the files. Mod managers and games ignore the same. */
export const Notes = ({ notes }: { notes: readonly Note[] }) =>
  notes.length === 0 ? null : (
    <ul class="notes">
      {notes.map((note) => (
        <li key={note.file + note.code}>
          <b>{note.file}</b> {noteWords(note)}.
        </li>
      ))}
    </ul>
  )
