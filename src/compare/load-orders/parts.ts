import type { Part } from '../../load-order/reading/read.ts'

/**
 * Groups items by the parts of a load order. Each settings item is its own group. Items without a part are left out.
 */
export function groupByPart<Item>(items: readonly Item[], partsOf: (item: Item) => readonly Part[]) {
  const groups: { part: Part; items: Item[] }[] = []
  for (const item of items) {
    for (const part of partsOf(item)) {
      const group = part === 'settings' ? undefined : groups.find((candidate) => candidate.part === part)
      if (group !== undefined) group.items.push(item)
      else groups.push({ part, items: [item] })
    }
  }
  return groups
}

/** Sorts notes by the order of their files. A note on a file that the list does not have comes last. */
export function byPlace<Note extends { file: string }>(
  files: readonly { cleanName: string }[],
  notes: readonly Note[],
): Note[] {
  const places = new Map(files.map(({ cleanName }, place) => [cleanName, place]))
  const placeOf = ({ file }: Note) => places.get(file) ?? files.length
  return notes.toSorted((one, other) => placeOf(one) - placeOf(other))
}

/** Pieces of JSON to be joined later. They can have many megabytes, which are then copied only once. */
export type JsonPieces = readonly Uint8Array[]

type Json = string | Uint8Array

/** Returns the members of an object, from values that are JSON already. Several values become an array. */
export function membersOf(entries: readonly (readonly [name: string, value: Json | readonly Json[]])[]): JsonPieces {
  const pieces = entries.flatMap(([name, value], at): Json[] => [
    `${at === 0 ? '' : ','}${JSON.stringify(name)}:`,
    ...(Array.isArray(value)
      ? ['[', ...value.flatMap((one, place) => (place === 0 ? [one] : [',', one])), ']']
      : [value as Json]),
  ])
  return pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece))
}
