import type { Note } from '../schemas.ts'

const MAX_NAMES = 20

/** Lines of a file that are ignored, as the mod manager or the game ignores them. */
export interface Dropped {
  count: number
  names: Set<string>
}

export const noneDropped = (): Dropped => ({ count: 0, names: new Set() })

/** Adds a line. `name` must be the first spelling of the name, so that each name is noted once. */
export function drop(dropped: Dropped, name: string): void {
  dropped.count++
  if (dropped.names.size < MAX_NAMES) dropped.names.add(name)
}

export const droppedNotes = (file: string, code: Note['code'], { count, names }: Dropped): Note[] =>
  count === 0 ? [] : [{ file, code, count, names: [...names] }]
