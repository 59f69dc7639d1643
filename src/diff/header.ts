/** The epoch, which by convention is the time of a file that does not exist: patch then creates or removes the file. */
const ABSENT = '\t1970-01-01 00:00:00.000000000 +0000'

/** Returns the two header lines that name the file. `exists` says which sides have the file. */
export function fileHeader(name: string, exists: { old: boolean; new: boolean }): string {
  const side = (exists: boolean) => (exists ? plainName(name) : absentName(name))
  return `--- ${side(exists.old)}\n+++ ${side(exists.new)}\n`
}

/**
 * Returns the name, quoted if patch would read it wrongly: if it contains a space or starts with a quote. A tab after
 * the name would work for patch as well, but diff viewers show it.
 */
const plainName = (name: string) => (/\s|^"/.test(name) ? quote(name) : name)

/**
 * Returns the name with the time of an absent file. Before the tab, patch reads spaces inside a name correctly, and
 * viewers would show quotes as part of it, so the name is quoted only if spaces or a quote are at its ends.
 */
const absentName = (name: string) => (/^[\s"]|\s$/.test(name) ? quote(name) : name) + ABSENT

/** Quotes a name as a C string. Non-ASCII letters are not escaped, and names have no control characters. */
const quote = (name: string) => `"${name.replace(/["\\]/g, '\\$&')}"`
