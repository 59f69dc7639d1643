import type { CountChange, IndexedList } from './indexing/list-queries.ts'

/** Creates a tally that sums up the changes of counts over many lists. */
export function createTally() {
  const names = new Map<string, CountChange>()
  const details = new Map<string, CountChange>()

  function add({ gameId, counted, enabled, disabled, details: detailIds }: IndexedList, by: 1 | -1) {
    if (!counted) return
    const count = (changes: Map<string, CountChange>, ids: readonly number[], isEnabled: boolean) => {
      for (const id of ids) {
        const change = changes.get(`${gameId} ${id}`) ?? { gameId, id, lists: 0, enabled: 0 }
        changes.set(`${gameId} ${id}`, change)
        change.lists += by
        if (isEnabled) change.enabled += by
      }
    }
    count(names, enabled, true)
    count(names, disabled, false)
    count(details, detailIds, false)
  }

  return {
    /** Subtracts a list as it was before, and adds it as it is now. Undefined stands for a list that does not exist. */
    replace(before: IndexedList | undefined, after: IndexedList | undefined) {
      if (before !== undefined) add(before, -1)
      if (after !== undefined) add(after, 1)
    },
    names: () => inOrder(names),
    details: () => inOrder(details),
  }
}

/** Returns the changes in the order of their ids. All servers write in this order, which prevents deadlocks. */
const inOrder = (changes: ReadonlyMap<string, CountChange>): CountChange[] =>
  [...changes.values()]
    .filter(({ lists, enabled }) => lists !== 0 || enabled !== 0)
    .sort((one, other) => one.gameId - other.gameId || one.id - other.id)
