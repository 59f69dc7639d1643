import { create } from 'content-disposition'

/** What is no printable ASCII, or means something in a header, an address or a path of any system. */
const UNSAFE = /[^\x20-\x7e]|["%*/:<>?\\|]/gu

/** The Content-Disposition of a download. Old clients read a name of safe characters, all others the true one. */
export const attachment = (name: string): string => create(name, { fallback: name.replace(UNSAFE, '_') })
