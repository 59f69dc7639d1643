export const plural = (noun: string, count: number): string => (count === 1 ? noun : `${noun}s`)

export const counted = (count: number, noun: string): string => `${count} ${plural(noun, count)}`

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB']

/** Formats a number of bytes with a suitable unit: "999 B", "1 kB", "1.3 MB". */
export function sizeText(bytes: number): string {
  const unit = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  return `${Math.round((bytes / 1000 ** unit) * 10) / 10} ${UNITS[unit]}`
}

/** Formats a size that is over its limit: "1.3 MB, the limit is 1 MB". Counts bytes if both sizes round to the same. */
export function excessText(bytes: number, limit: number): string {
  const text = sizeText(bytes) === sizeText(limit) ? exactText : sizeText
  return `${text(bytes)}, the limit is ${text(limit)}`
}

/** Returns a message of the API with its limit as pages show it: "larger than 1 MB", not "larger than 1048576 bytes". */
export const withSizeText = (message: string): string =>
  message.replace(/(?<=larger than )(\d+) bytes/, (_, bytes) => sizeText(Number(bytes)))

const exactText = (bytes: number): string => `${bytes.toLocaleString('en')} bytes`
