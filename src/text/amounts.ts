/** Returns the noun for a count: "mod" for 1, otherwise "mods". */
export const plural = (noun: string, count: number): string => (count === 1 ? noun : `${noun}s`)

/** Returns a count with its noun: "1 mod", "2 mods". */
export const counted = (count: number, noun: string): string => `${count} ${plural(noun, count)}`

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB']

/** Formats a number of bytes with a suitable unit: "999 B", "1.0 kB". */
export function sizeText(bytes: number): string {
  const unit = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  return `${(bytes / 1000 ** unit).toFixed(unit === 0 ? 0 : 1)} ${UNITS[unit]}`
}
