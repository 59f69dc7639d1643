/** Returns the noun for a count: "mod" for 1, otherwise "mods". */
export const plural = (noun: string, count: number): string => (count === 1 ? noun : `${noun}s`)

/** Returns a count with its noun: "1 mod", "2 mods". */
export const counted = (count: number, noun: string): string => `${count} ${plural(noun, count)}`
