import { splitLines } from '../../text/lines.ts'
import { createLoadOrderNames } from '../names.ts'
import type { LoadOrder, Note } from '../schemas.ts'
import { kindOf, type Part, type Reading } from './kinds.ts'
import { joinPlugins } from './plugins.ts'

export type { Part } from './kinds.ts'

/** A file of a mod manager's profile by its clean name, decoded. */
export interface ProfileFile {
  name: string
  text: string
}

/**
 * What the files of a profile say. Files of other kinds are passed over. Load orders that are alike are read and compared
 * sooner with the same names.
 */
export function readLoadOrder(files: readonly ProfileFile[], names = createLoadOrderNames()): LoadOrder {
  const reading: Reading = { mods: null, order: null, states: null, settings: [] }
  const notes: Note[] = []
  for (const { name, text } of files) {
    const kind = kindOf(name)
    if (kind) notes.push(...kind.read(reading, name, splitLines(text), names))
  }
  return {
    mods: reading.mods,
    plugins: joinPlugins(reading.order, reading.states, names.plugin),
    settings: reading.settings,
    notes,
  }
}

/** Which part of a load order a file of this name belongs to; undefined: it is not read, and need not be loaded. */
export const partOf = (name: string): Part | undefined => kindOf(name)?.part
