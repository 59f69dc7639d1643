/** By convention, the time of a file that is not there: patch makes or removes the file then. */
const ABSENT = '\t1970-01-01 00:00:00.000000000 +0000'

/** The two lines that name the file, for a side that has it and a side that has not. */
export function fileHeader(name: string, has: { old: boolean; now: boolean }): string {
  return `--- ${has.old ? nameAlone(name) : nameWithStamp(name)}\n+++ ${has.now ? nameAlone(name) : nameWithStamp(name)}\n`
}

/** In quotes where patch would stop reading at a space or at a quote. A tab after it would do, but viewers show that. */
const nameAlone = (name: string) => (/\s|^"/.test(name) ? quote(name) : name)

/** Up to the tab of the stamp, patch reads spaces too, except around the name. Viewers leave quotes in this place. */
const nameWithStamp = (name: string) => (/^[\s"]|\s$/.test(name) ? quote(name) : name) + ABSENT

/** As a C string; letters beyond ASCII stay as they are. Names have no control characters. */
const quote = (name: string) => `"${name.replace(/["\\]/g, '\\$&')}"`
