/**
 * Names longer than this are no names: no folder, plugin or section is called so, and as a separator or a section is
 * told with each of its entries, a long one would make megabytes of answers from kilobytes of a file.
 */
export const NAME_LIMIT = 255

export const isName = (text: string): boolean => text !== '' && text.length <= NAME_LIMIT

/** To look for a character beyond ASCII takes a fifth of composing a name that has none. */
const BEYOND_ASCII = /[^\0-\x7f]/

/**
 * Names with the same key are the same in a load order: Unicode composed, then in lower case. Files, authors and games have
 * text/name-key.ts, which composes last: the two are not interchangeable.
 */
export const keyOf = (name: string): string => (BEYOND_ASCII.test(name) ? name.normalize('NFC') : name).toLowerCase()

/** A name without what kind of official content it is, with which it is written or not. */
export const withoutKind = (name: string): string => name.replace(/^(?:dlc|creation club|unmanaged):\s*/i, '')
