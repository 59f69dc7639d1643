export interface DroppedItem {
  entry: FileSystemEntry | null
  file: File | null
}

/** Name of the event that hands over what was dropped before the script of uploads had come. */
export const DROPPED_EARLY = 'dropped-early'

/** Returns what was dropped. Must be called while the event is handled: then the browser forgets it. */
export const droppedItems = ({ items }: DataTransfer): DroppedItem[] =>
  [...items]
    .filter(({ kind }) => kind === 'file')
    .map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }))
