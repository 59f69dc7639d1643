import type { CountedDetail, ListNames, ModRow } from './queries.ts'

/**
 * Returns the spelling to show for names with several spellings: that of the newest list. `lists` are the newest lists,
 * newest first. A name in none of them gets its most common spelling.
 */
export function shownNames(
  rows: readonly Pick<ModRow, 'id' | 'lists'>[],
  spellings: readonly CountedDetail[],
  lists: readonly ListNames[],
): Map<number, string> {
  const names = new Map<number, string>()
  const open = new Map<number, CountedDetail[]>()
  for (const spelling of spellings) open.set(spelling.nameId, [...(open.get(spelling.nameId) ?? []), spelling])
  for (const { enabled, disabled, details } of lists) {
    if (open.size === 0) break
    const held = new Set([...enabled, ...disabled])
    for (const [nameId, others] of open) {
      if (!held.has(nameId)) continue
      const spelling = others.find(({ id }) => details.includes(id))
      if (spelling !== undefined) names.set(nameId, spelling.value)
      open.delete(nameId)
    }
  }
  for (const { id, lists } of rows) {
    const others = open.get(id) ?? []
    const first = lists - others.reduce((sum, { lists }) => sum + lists, 0)
    const most = others.toSorted((one, other) => other.lists - one.lists)[0]
    if (most !== undefined && most.lists > first) names.set(id, most.value)
  }
  return names
}
