/** Returns the text of a row without its state: the name of a mod or a plugin, or a line. */
export const rowText = (row: Element): string =>
  [...row.childNodes].map((node) => (node instanceof Text || isName(node) ? node.textContent : '')).join('')

/** The links to a line and to the source of a mod have a class, the link of its name has none. */
const isName = (node: Node): boolean => node instanceof HTMLAnchorElement && node.className === ''

/** Returns a row's line in its file ("line 214"), read from the row's id (`modlist.txt-L214`). */
export const lineOf = ({ id }: Element): string => `line ${/-L(\d+)$/.exec(id)?.[1] ?? ''}`
