/** An English noun for so many: "mod" for one, else "mods". */
export const plural = (noun: string, count: number): string => (count === 1 ? noun : `${noun}s`)

/** The same with the number: "1 mod", "2 mods". */
export const counted = (count: number, noun: string): string => `${count} ${plural(noun, count)}`
