/**
 * Returns the id of a file's line on its list's page (`modlist.txt-L12`). An id has no spaces: they are
 * percent-encoded.
 */
export const lineId = (file: string, number: number): string =>
  `${file.replace(/[\s%]/g, encodeURIComponent)}-L${number}`
