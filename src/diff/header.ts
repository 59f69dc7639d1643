/** The epoch stands, by convention, for the time of a file that does not exist: patch then creates or removes it. */
const ABSENT = '\t1970-01-01 00:00:00.000000000 +0000'

/** The two lines that name the file. `exists` tells which sides have it. */
export function fileHeader(name: string, exists: { old: boolean; new: boolean }): string {
  const side = (exists: boolean) => (exists ? plainName(name) : absentName(name))
  return `--- ${side(exists.old)}\n+++ ${side(exists.new)}\n`
}

/**
 * Quoted where patch would stop reading: at a space, or at a quote that starts the name. A tab after the name would help
 * patch as well, but viewers show it.
 */
const plainName = (name: string) => (/\s|^"/.test(name) ? quote(name) : name)

/** Before the tab of the stamp, patch reads spaces inside a name, and viewers would show quotes as part of it. */
const absentName = (name: string) => (/^[\s"]|\s$/.test(name) ? quote(name) : name) + ABSENT

/** As a C string; letters beyond ASCII stay as they are. Names have no control characters. */
const quote = (name: string) => `"${name.replace(/["\\]/g, '\\$&')}"`
