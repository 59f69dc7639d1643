/** Returns a function that truncates arrays. The limits apply to all arrays that are passed to it together. */
export function cutter(maxEntries: number, maxCharacters: number) {
  let entriesLeft = maxEntries
  let charactersLeft = maxCharacters
  return <Entry>(entries: readonly Entry[], textOf: (entry: Entry) => string): readonly Entry[] => {
    const end = entries.findIndex((entry) => {
      charactersLeft -= textOf(entry).length
      return --entriesLeft < 0 || charactersLeft < 0
    })
    return end === -1 ? entries : entries.slice(0, end)
  }
}
