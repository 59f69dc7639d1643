/**
 * Maximum length of a name. Real folders, plugins and sections have shorter names. The name of a separator or section
 * is repeated with each of its entries, so a long one could turn a file of kilobytes into a response of megabytes.
 */
export const NAME_LIMIT = 255

/** Reports whether a text can be the name of a mod, plugin or section. */
export const isName = (text: string): boolean => text !== '' && text.length <= NAME_LIMIT

const NON_ASCII = /[^\0-\x7f]/

/**
 * Returns the key of a name in a load order. Names that differ only in case or Unicode normalization have the same key.
 * This key is not interchangeable with that of text/name-key.ts, which normalizes last. The check for ASCII saves time.
 */
export const keyOf = (name: string): string => (NON_ASCII.test(name) ? name.normalize('NFC') : name).toLowerCase()

/**
 * Returns the key of a mod, plugin or other entry among those of its kind. Official content has the same key with and
 * without the prefix that says what it is.
 */
export const entryKey = ({ kind, name }: { kind?: string; name: string }): string =>
  keyOf(kind === 'unmanaged' && name.includes(':') ? name.replace(/^(?:dlc|creation club|unmanaged):\s*/i, '') : name)

/** Reports whether a file's name has an extension, in any case. */
export const hasExtension = (name: string, extension: string): boolean =>
  name.length > extension.length && name.slice(-extension.length).toLowerCase() === extension

/** Reports whether a name is that of a plugin of a Bethesda game or OpenMW, in any case. */
export const isPlugin = (name: string): boolean => /\.(?:es[mpl]|omw(?:addon|game|scripts))(?:\.ghost)?$/i.test(name)
