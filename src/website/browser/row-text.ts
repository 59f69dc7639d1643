/** What a row says beside its state: the name of a mod or a plugin, or a line. */
export const rowText = (row: Element): string =>
  [...row.childNodes].map((node) => (node instanceof Text ? node.data : '')).join('')
