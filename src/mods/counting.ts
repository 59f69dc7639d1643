import { unpackIds } from './packed-ids.ts'

/** A list in the counts of names. It counts only if it is public. */
interface CountedList {
  gameId: number
  counted: boolean
  enabled: Uint8Array
  disabled: Uint8Array
  details: readonly number[]
}

/** Creates a tally that sums up the changes of counts over many lists. */
export function createTally() {
  const names = new Map<string, { gameId: number; nameId: number; lists: number; enabled: number }>()
  const details = new Map<string, { gameId: number; detailId: number; lists: number }>()

  function addNames(gameId: number, packed: Uint8Array, by: number, isEnabled: boolean) {
    for (const nameId of unpackIds(packed)) {
      const key = `${gameId} ${nameId}`
      const change = names.get(key) ?? { gameId, nameId, lists: 0, enabled: 0 }
      names.set(key, change)
      change.lists += by
      if (isEnabled) change.enabled += by
    }
  }

  function add({ gameId, counted, enabled, disabled, details: ids }: CountedList, by: 1 | -1) {
    if (!counted) return
    addNames(gameId, enabled, by, true)
    addNames(gameId, disabled, by, false)
    for (const detailId of ids) {
      const key = `${gameId} ${detailId}`
      const change = details.get(key) ?? { gameId, detailId, lists: 0 }
      details.set(key, change)
      change.lists += by
    }
  }

  return {
    /** Subtracts a list as it was before, and adds it as it is now. Undefined stands for a list that does not exist. */
    replace(before: CountedList | undefined, after: CountedList | undefined) {
      if (before !== undefined) add(before, -1)
      if (after !== undefined) add(after, 1)
    },
    /** Returns the changes in the order of their ids. All servers write in this order, which prevents deadlocks. */
    names: () =>
      [...names.values()]
        .filter(({ lists, enabled }) => lists !== 0 || enabled !== 0)
        .sort((one, other) => one.gameId - other.gameId || one.nameId - other.nameId),
    details: () =>
      [...details.values()]
        .filter(({ lists }) => lists !== 0)
        .sort((one, other) => one.gameId - other.gameId || one.detailId - other.detailId),
  }
}
