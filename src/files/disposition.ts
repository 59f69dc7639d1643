import { create } from 'content-disposition'

/** Matches characters that are not printable ASCII, or that are special in a header, a URL or a path of any system. */
const UNSAFE = /[^\x20-\x7e]|["%*/:<>?\\|]/gu

/** Returns the Content-Disposition of a download. Old clients use a fallback name that has only safe characters. */
export const attachment = (name: string): string => create(name, { fallback: name.replace(UNSAFE, '_') })
