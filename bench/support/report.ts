export interface BenchOptions {
  quick: boolean
  /** A folder with another version, built, which gets the same requests. */
  against?: string
}

/** Reports progress on standard error. On a terminal, each report replaces the last. */
export function progress(text: string): void {
  process.stderr.write(process.stderr.isTTY ? `\r\x1b[K${text}` : `${text}\n`)
}

/** Returns the median of numbers; NaN without any. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? Number.NaN)
    : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2
}

/** Returns a number with three digits or so; an empty text for none. */
export const format = (value: number, digits = value < 10 ? 2 : value < 100 ? 1 : 0): string =>
  Number.isFinite(value)
    ? value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
    : ''

/** Prints rows as a table in Markdown, which people can read, too. */
export function printTable(title: string, headings: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = headings.map((_, column) =>
    Math.max(...[headings, ...rows].map((cells) => (cells[column] ?? '').length)),
  )
  const line = (cells: readonly string[]) =>
    `| ${widths.map((width, at) => (cells[at] ?? '').padEnd(width)).join(' | ')} |`
  const ruler = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`
  process.stdout.write(`${[`### ${title}`, '', line(headings), ruler, ...rows.map(line)].join('\n')}\n\n`)
}
